/** The calls that change the session of this browser, by its cookie. */
import { limited } from "./waiting.js";

/** The name under which the account is stored. */
export const accountKey = "vokol.account";

/** @param {string} path */
export const post = (path) =>
  fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Vokol-Session": "cookie" },
    body: "{}",
    // The new cookie must arrive even if the person leaves the page.
    keepalive: true,
    signal: limited(),
  });

/**
 * Runs the work of one tab at a time.
 * @template T @param {() => Promise<T>} work @returns {Promise<T>}
 */
export const alone = async (work) => await (navigator.locks?.request("vokol.session", work) ?? work());

/**
 * Refreshes the session by its cookie. Reads the whole answer at once, because `limited` also ends a late reading.
 * @returns {Promise<{ status: number, tokens?: import("./session.js").Tokens }>}
 */
async function refresh() {
  const response = await post("/v1/sessions/refresh");
  return { status: response.status, tokens: response.ok ? await response.json() : undefined };
}

/** The answer to the early refresh, until it is used or dropped. @type {ReturnType<typeof refresh> | undefined} */
let early;

/** Sends the first refresh before the code that uses its answer has loaded. */
export function refreshEarly() {
  early = alone(refresh);
  // Whoever takes the answer learns of a failure.
  early.catch(() => {});
}

/** Drops an early answer that nobody took: a newer token makes it stale. */
export function dropEarly() {
  early = undefined;
}

/** Refreshes the session; the first time, takes the answer to the early refresh. */
export function refreshSession() {
  const answer = early ?? refresh();
  early = undefined;
  return answer;
}
