/** The last purchase started in this browser. */

/** Signing out removes it (`core/sign-out.js`). */
const key = "vokol.payment";

/** @param {string} id */
export function rememberPayment(id) {
  try {
    localStorage.setItem(key, id);
  } catch {
    // Without storage, the person returns from the provider to the pass.
  }
}

export function lastPayment() {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * The page to which the provider returns the customer. It is named before the payment has an id, so it leads to the
 * last payment of this browser. The park accepts addresses with `https` only.
 * @param {string} origin
 */
export const returnAddress = (origin) => `${origin.replace(/^http:/, "https:")}/park/payments/last`;

/** True for the page of the simulated provider, which leads nowhere (RFC 6761). @param {string} url */
export const isSimulated = (url) => new URL(url).hostname.endsWith(".invalid");

/** The intervals at which the payment is polled: short at first, then longer, then only on request. */
const quickMs = 2_000;
const slowMs = 5_000;
const quickForMs = 30_000;
const boundMs = 180_000;

/**
 * The delay until the next poll in milliseconds, or undefined when polling ends.
 * @param {number} waitedMs @param {boolean} isSettled
 */
export function pauseAfter(waitedMs, isSettled) {
  if (isSettled || waitedMs >= boundMs) return undefined;
  return waitedMs < quickForMs ? quickMs : slowMs;
}
