/** Errors of calls. */

/** @typedef {import("../contract/types.d.ts").ParameterFault} ParameterFault */

/** An error from the server, or a failure to reach it. */
export class Problem extends Error {
  /**
   * @param {object} members
   * @param {number} members.status The HTTP status; 0 if no answer came.
   * @param {string} [members.reason] The stable reason for programs.
   * @param {string} [members.title]
   * @param {string} [members.detail] A sentence for people, in the caller's language.
   * @param {boolean} [members.isRetryable]
   * @param {number} [members.retryAfterMs]
   * @param {ParameterFault[]} [members.errors]
   * @param {any} [members.details]
   */
  constructor(members) {
    super(members.detail ?? members.title ?? members.reason ?? `status ${members.status}`);
    this.name = "Problem";
    this.status = members.status;
    this.reason = members.reason;
    this.title = members.title;
    this.detail = members.detail;
    this.isRetryable = members.isRetryable ?? false;
    this.retryAfterMs = members.retryAfterMs;
    this.errors = members.errors ?? [];
    this.details = members.details;
  }

  /** True if no answer came: the device is offline, or the server cannot be reached. */
  get isOffline() {
    return this.status === 0;
  }

  /**
   * The sentence about one parameter, if the server rejected it.
   * @param {string} pointer For example `/email`.
   */
  faultAt(pointer) {
    return this.errors.find((fault) => fault.pointer === pointer)?.detail;
  }
}
