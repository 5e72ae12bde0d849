/**
 * The session of this browser.
 *
 * The access token is held in memory only. The refresh token is in a cookie that scripts cannot read; the server reads
 * it only to refresh or to end a session.
 */
import { accountKey, alone, dropEarly, refreshSession } from "./session-calls.js";
import { useValue, Value } from "./value.js";

/**
 * @typedef {import("../contract/types.d.ts").AuthUser} AuthUser
 * @typedef {{ accessToken: string, accessTokenExpiresAt: string, user: AuthUser }} Tokens
 */

/** The name of the note that the person signed out and the server has not ended the session yet. */
export const unended = "vokol.unended";
/** The time before its expiry at which a token is replaced, in milliseconds. */
const margin = 60_000;

/** @returns {AuthUser | null} */
function readAccount() {
  try {
    return JSON.parse(localStorage.getItem(accountKey) ?? "null");
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
  dropEarly();
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
    localStorage.setItem(accountKey, JSON.stringify(user));
    // The cookie of an earlier session is replaced.
    localStorage.removeItem(unended);
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
const cleaners = [
  // The code of the park, which keeps its hold in each tab, may not be loaded.
  () => sessionStorage.removeItem("vokol.hold"),
];

/**
 * Registers a function that removes the account's data from this tab when its session ends.
 * @param {() => unknown} cleaner
 */
export const onSignOut = (cleaner) => cleaners.push(cleaner);

function drop() {
  held = null;
  account.set(null);
  // Without storage there is nothing to remove, and removing throws.
  return Promise.allSettled(cleaners.map(async (cleaner) => await cleaner()));
}

/** Ends the session in all tabs. */
export function dropEverywhere() {
  channel?.postMessage({ kind: "signed-out" });
  return drop();
}

/** Ends a session at the server that it did not end when the person signed out. */
export async function retryEnd() {
  try {
    if (localStorage.getItem(unended)) await (await import("./sign-out.js")).endLater();
  } catch {
    // Without storage nothing is known; without its code, a later attempt ends the session.
  }
}

/**
 * The access token, or null if nobody is signed in. Refreshes it if it is about to expire; a network failure leaves the
 * session unchanged.
 * @returns {Promise<string | null>}
 */
export async function token() {
  if (!account.current) return null;
  if (held && held.expiresAt - Date.now() > margin) return held.text;
  refreshing ??= alone(refresh).finally(() => {
    refreshing = null;
  });
  return await refreshing;
}

/** @param {string} text The token that the server refused. */
export function forgetToken(text) {
  if (held?.text === text) held = null;
}

/** @returns {Promise<string | null>} */
async function refresh() {
  // Another tab may have refreshed, or signed out, while this one waited for its turn.
  if (held && held.expiresAt - Date.now() > margin) return held.text;
  const owner = account.current;
  if (!owner) return null;
  try {
    // `early.js` may have asked before this code had loaded.
    const { status, tokens } = await refreshSession();
    // The person may have signed out in the meantime.
    if (account.current?.id !== owner.id) return stillValid();
    if (tokens) startSession(tokens);
    else if (status === 401 || status === 403) await (await import("./sign-out.js")).forgetAccount();
  } catch {
    // No answer, or half of one, or no code: the session stays as it is.
  }
  return stillValid();
}

const stillValid = () => (held && held.expiresAt > Date.now() ? held.text : null);
