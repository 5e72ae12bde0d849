/** How long a request may take. */

/** A request without an answer for this long counts as one without a network, in milliseconds. */
const longestWait = 20_000;

/** A signal that aborts a request with its caller's, or when it takes too long. @param {AbortSignal} [signal] */
export function limited(signal) {
  const limit = AbortSignal.timeout(longestWait);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}
