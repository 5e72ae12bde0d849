/**
 * The session of this browser.
 *
 * The access token is held in memory only. The refresh token is in a cookie that scripts cannot read; the server reads
 * it only to refresh or to end a session.
 */
import { useValue, Value } from "./value.js";
import { limited } from "./waiting.js";

/**
 * @typedef {import("../contract/types.d.ts").AuthUser} AuthUser
 * @typedef {{ accessToken: string, accessTokenExpiresAt: string, user: AuthUser }} Tokens
 */

const key = "vokol.account";
/** The time before its expiry at which a token is replaced, in milliseconds. */
const margin = 60_000;

/** @returns {AuthUser | null} */
function readAccount() {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** The account that is signed in, or null. */
export const account = new Value(readAccount());
export const useAccount = () => useValue(account);

/** True if the account may act in a role. @param {AuthUser | null} user @param {import("../contract/types.d.ts").Role} role */
export const hasRole = (user, role) =>
  user?.roles.some((held) => held === role || held === "admin" || (held === "park.admin" && role === "park.staff")) ??
    false;

/** @type {{ text: string, expiresAt: number } | null} */
let held = null;
/** @type {Promise<string | null> | null} */
let refreshing = null;

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("vokol.session") : null;
channel?.addEventListener("message", ({ data }) => {
  if (data.kind === "signed-in") adopt(data.tokens);
  else if (data.kind === "signed-out") drop();
});
// An open channel keeps a test runner alive.
/** @type {any} */ (channel)?.unref?.();

/**
 * The claims of an access token; none of another form of token.
 * @param {string} text @returns {{ iat: number, exp: number, limited?: boolean }}
 */
export function claimsOf(text) {
  try {
    return JSON.parse(atob(text.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return { iat: 0, exp: 0 };
  }
}

/**
 * The validity of a new token in milliseconds, computed from its own two times, because the device's clock may be wrong
 * by more than that.
 * @param {Pick<Tokens, "accessToken" | "accessTokenExpiresAt">} tokens
 */
function validityOf(tokens) {
  const { iat, exp } = claimsOf(tokens.accessToken);
  // Without claims the clocks must agree.
  return exp > iat ? (exp - iat) * 1_000 : Date.parse(tokens.accessTokenExpiresAt) - Date.now();
}

/**
 * Uses an access token of the session.
 * @param {Pick<Tokens, "accessToken" | "accessTokenExpiresAt">} tokens
 */
export function holdToken(tokens) {
  held = { text: tokens.accessToken, expiresAt: Date.now() + validityOf(tokens) };
}

/** @param {Tokens} tokens */
function adopt(tokens) {
  holdToken(tokens);
  changeAccount(tokens.user);
}

/**
 * Replaces the stored account data after a change.
 * @param {AuthUser} user
 */
export function changeAccount(user) {
  try {
    localStorage.setItem(key, JSON.stringify(user));
  } catch {
    // Without storage the account is known until the page closes.
  }
  account.set(user);
}

/**
 * Starts a session with the tokens of a sign-in, in all tabs.
 * @param {Tokens} tokens
 */
export function startSession(tokens) {
  adopt(tokens);
  channel?.postMessage({ kind: "signed-in", tokens });
}

/** @type {(() => unknown)[]} */
const cleaners = [];

/**
 * Registers a function that removes the account's data when its session ends.
 * @param {() => unknown} cleaner
 */
export const onSignOut = (cleaner) => cleaners.push(cleaner);

function drop() {
  held = null;
  localStorage.removeItem(key);
  account.set(null);
  return Promise.allSettled(cleaners.map((cleaner) => cleaner()));
}

/** Ends the session in all tabs and removes all data of the account from this browser. */
export async function endSession() {
  try {
    await post("/v1/sessions/end");
  } catch {
    // Offline, the cookie stays until it expires; nothing here can use it without the server.
  }
  channel?.postMessage({ kind: "signed-out" });
  await drop();
}

/** @param {string} path */
const post = (path) =>
  fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Vokol-Session": "cookie" },
    body: "{}",
    credentials: "same-origin",
    signal: limited(),
  });

/**
 * The access token, or null if nobody is signed in. Refreshes it if it is about to expire; a network failure leaves the
 * session unchanged.
 * @returns {Promise<string | null>}
 */
export async function token() {
  if (!account.current) return null;
  if (held && held.expiresAt - Date.now() > margin) return held.text;
  refreshing ??= refresh().finally(() => {
    refreshing = null;
  });
  return await refreshing;
}

/** @param {string} text The token that the server refused. */
export function forgetToken(text) {
  if (held?.text === text) held = null;
}

async function refresh() {
  const locks = navigator.locks;
  return locks ? await locks.request("vokol.session", refreshOnce) : await refreshOnce();
}

/** @returns {Promise<string | null>} */
async function refreshOnce() {
  // Another tab may have refreshed while this one waited for its turn.
  if (held && held.expiresAt - Date.now() > margin) return held.text;
  try {
    const response = await post("/v1/sessions/refresh");
    if (response.ok) startSession(await response.json());
    else if (response.status === 401 || response.status === 403) {
      channel?.postMessage({ kind: "signed-out" });
      await drop();
    }
  } catch {
    // No answer, or half of one: the session stays as it is.
  }
  return stillValid();
}

const stillValid = () => (held && held.expiresAt > Date.now() ? held.text : null);
