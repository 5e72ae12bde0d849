/** The purchase that this browser has started last. */
import { onSignOut } from "../../core/session.js";

const key = "vokol.payment";

/** @param {string} id */
export function rememberPayment(id) {
  try {
    localStorage.setItem(key, id);
  } catch {
    // Without storage the way back from the provider leads to the pass.
  }
}

export function lastPayment() {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
onSignOut(() => localStorage.removeItem(key));

/**
 * The page to which the provider returns the customer. It is named before the payment has an id, so it leads to the
 * last payment of this browser. The park accepts addresses with `https` only.
 * @param {string} origin
 */
export const returnAddress = (origin) => `${origin.replace(/^http:/, "https:")}/park/payments/last`;

/** True for the page of the simulated provider, which leads nowhere (RFC 6761). @param {string} url */
export const isSimulated = (url) => new URL(url).hostname.endsWith(".invalid");

/** The payment is asked for this often at first, then less, then only when the person asks. */
const quickMs = 2_000;
const slowMs = 5_000;
const quickForMs = 30_000;
const boundMs = 180_000;

/**
 * The pause until the next question, or undefined where no more is asked.
 * @param {number} waitedMs @param {boolean} isSettled
 */
export function pauseAfter(waitedMs, isSettled) {
  if (isSettled || waitedMs >= boundMs) return undefined;
  return waitedMs < quickForMs ? quickMs : slowMs;
}
