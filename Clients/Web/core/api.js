/** Calls to the server: tokens, languages, retries, errors. */
import { httpForm } from "./http-form.js";
import { language } from "./languages.js";
import { methods } from "../contract/methods.js";
import { Problem } from "./problem.js";
import { forgetToken, retryEnd, token } from "./session.js";
import { limited } from "./waiting.js";

/**
 * @typedef {import("../contract/types.d.ts").Methods} Methods
 * @typedef {keyof Methods} Method
 * @typedef {object} CallOptions
 * @property {AbortSignal} [signal]
 * @property {string} [key] The idempotency key: the same for a call and its repetitions.
 * @property {string} [etag] The validator of a kept answer: `call` returns `unchanged` if that answer is still current.
 * @property {(problem: Problem) => void} [onTrouble] Called before each repetition, with its cause.
 */

const attempts = 3;
const longestPause = 4_000;

/** @param {string} path @param {RequestInit} request */
async function send(path, request) {
  try {
    return await fetch(path, { cache: "no-store", ...request });
  } catch (error) {
    throw interruption(error);
  }
}

/**
 * What a request that failed without a response, or in the middle of one, tells its caller. It is repeated unless it
 * took too long already.
 * @param {unknown} error
 */
function interruption(error) {
  const name = error instanceof DOMException ? error.name : "";
  return name === "AbortError" ? error : new Problem({ status: 0, isRetryable: name !== "TimeoutError" });
}

/**
 * The JSON of a response, whose rest may not come.
 * @param {Response} response @throws {Problem}
 */
async function contentOf(response) {
  try {
    return await response.json();
  } catch (error) {
    throw interruption(error);
  }
}

/** @param {Response} response */
export async function problemOf(response) {
  const body = await response.json().catch(() => ({}));
  return new Problem({ ...body, status: response.status });
}

/**
 * Waits before a repetition: as long as the server asks, or else longer with each attempt.
 * @param {Problem} problem @param {number} attempt @param {AbortSignal} [signal]
 */
function pause(problem, attempt, signal) {
  const milliseconds = problem.retryAfterMs ?? 300 * 2 ** attempt * (0.5 + Math.random());
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.min(milliseconds, longestPause));
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/**
 * Sends one request with the session's token; asks for a new token once if the server refuses it.
 * @param {string} path
 * @param {RequestInit} request
 */
export async function sendSigned(path, request) {
  for (let isSecond = false;; isSecond = true) {
    const bearer = await token();
    const headers = new Headers(request.headers);
    headers.set("Accept-Language", language.current);
    if (bearer) headers.set("Authorization", `Bearer ${bearer}`);
    const response = await send(path, { ...request, headers });
    if (response.status !== 401 || !bearer || isSecond) return response;
    forgetToken(bearer);
  }
}

/**
 * Asks the owner of the account for a proof of presence; its code is loaded when it is needed. It resolves to false if
 * the person gives up.
 * @type {{ prove?: () => Promise<boolean> }}
 */
export const presence = {};

/**
 * Calls a method.
 *
 * Repeats it at most three times, if the server says that the same call may be sent again and the pause is short. A
 * method that takes an idempotency key is repeated with the same key. Asks for a proof of presence if the server does.
 * @template {Method} M
 * @param {M} method
 * @param {Methods[M]["params"]} params
 * @param {CallOptions} [options]
 * @returns {Promise<Methods[M]["result"]>}
 * @throws {Problem}
 */
export async function call(method, params, options = {}) {
  try {
    return (await exchange(method, params, options)).value;
  } catch (error) {
    if (/** @type {any} */ (error).reason !== "step-up-required" || !(await presence.prove?.())) throw error;
    return (await exchange(method, params, options)).value;
  }
}

/** The result of a call with the validator of a kept answer, if that answer is still current. */
export const unchanged = Symbol("unchanged");

/**
 * Calls a method; returns its validator, too.
 * @template {Method} M
 * @param {M} method
 * @param {Methods[M]["params"]} params
 * @param {CallOptions} [options]
 * @returns {Promise<{ value: Methods[M]["result"], etag?: string, isUnchanged: boolean }>}
 */
export async function exchange(method, params, options = {}) {
  const [, , , repetition, ...flags] = methods[method];
  const isSession = flags.some((flag) => flag === "session" || flag === "session-end");
  const { verb, path, body } = httpForm(method, /** @type {Record<string, unknown>} */ (params ?? {}));
  const headers = new Headers();
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (repetition === "keyed") headers.set("Idempotency-Key", options.key ?? crypto.randomUUID());
  if (isSession || flags.includes("device")) headers.set("X-Vokol-Session", "cookie");
  if (options.etag) headers.set("If-None-Match", options.etag);
  const mayRepeat = repetition !== "once";
  // A new session replaces the cookie by which an earlier one can be ended.
  if (isSession) await retryEnd();
  for (let attempt = 1;; attempt += 1) {
    try {
      const request = { method: verb, headers, body, signal: limited(options.signal) };
      // Signing in and refreshing use no access token; requesting one there would wait for itself.
      const response = isSession ? await send(path, withLanguage(request)) : await sendSigned(path, request);
      if (response.status === 304) {
        return { value: /** @type {any} */ (unchanged), etag: options.etag, isUnchanged: true };
      }
      if (!response.ok) throw await problemOf(response);
      const value = response.status === 204 ? null : await contentOf(response);
      return { value, etag: response.headers.get("ETag") ?? undefined, isUnchanged: false };
    } catch (error) {
      if (!(error instanceof Problem) || !error.isRetryable || !mayRepeat || attempt === attempts) throw error;
      if (error.isOffline && navigator.onLine === false) throw error;
      if ((error.retryAfterMs ?? 0) > longestPause) throw error;
      options.onTrouble?.(error);
      await pause(error, attempt, options.signal);
    }
  }
}

/** @param {RequestInit} request */
function withLanguage(request) {
  const headers = new Headers(request.headers);
  headers.set("Accept-Language", language.current);
  return { ...request, headers };
}
