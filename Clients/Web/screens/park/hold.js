/** The hold of this browser: sets that the park keeps for a few minutes. */
import "../../contract/park-methods.js";
import { call } from "../../core/api.js";
import { useValue, Value } from "../../core/value.js";
import { onSignOut } from "../../core/session.js";

/**
 * @typedef {Omit<import("../../contract/types.d.ts").BookingHeldSlots, "expiresAt"> & { madeAt: number,
 *   endsAtMs: number | null }} Hold `madeAt` and `endsAtMs` are times of the device's clock, in milliseconds since 1970.
 *   `endsAtMs` is null, and `id` empty, for a time that the park does not hold,
 *   because the account held others too often; it can still be booked unless somebody else is faster.
 */

/** Signing out removes it (`core/session.js`). */
const key = "vokol.hold";
/** The time in milliseconds for which an ended hold is offered again. */
const memory = 600_000;

/** @returns {Hold | null} */
function read() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null");
    return kept?.endsAtMs > Date.now() ? kept : null;
  } catch {
    return null;
  }
}

/** @type {Value<Hold | null>} */
export const hold = new Value(read());

/** The hold, including shortly after its end, until it is booked or released. */
export const useHold = () => useValue(hold);

/** @param {Hold | null} next */
function keep(next) {
  try {
    if (next) sessionStorage.setItem(key, JSON.stringify(next));
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage, the hold is known until the page closes.
  }
  hold.set(next);
}

/** Forgets the hold, which was booked or released, or has ended. */
export const dropHold = () => keep(null);
onSignOut(dropHold);

/**
 * The end of a hold by the device's clock, which may be wrong by more than the duration of a hold.
 * @param {string} expiresAt @param {number} seconds The longest time of a hold. @param {number} now
 */
export function endOnDevice(expiresAt, seconds, now) {
  const left = Date.parse(expiresAt) - now;
  return now + (left > 0 ? Math.min(left, seconds * 1_000) : seconds * 1_000);
}

/**
 * Holds sets; the park ends the earlier hold.
 * @param {import("../../contract/types.d.ts").BookingHoldParams} params
 * @param {number} seconds The longest time of a hold.
 */
export async function holdSlots(params, seconds) {
  const held = await call("booking.hold", params);
  const now = Date.now();
  const next = { ...held, madeAt: now, endsAtMs: endOnDevice(held.expiresAt, seconds, now) };
  keep(next);
  return next;
}

/**
 * Keeps a choice that the park does not hold.
 * @param {Omit<Hold, "id" | "madeAt" | "endsAtMs">} choice
 */
export const chooseUnheld = (choice) => keep({ ...choice, id: "", madeAt: Date.now(), endsAtMs: null });

/** Releases the hold: at once in the browser, and at the park if it can be reached. */
export async function releaseHold() {
  const held = hold.current;
  keep(null);
  // A hold that cannot be released expires.
  if (held && (held.endsAtMs ?? 0) > Date.now()) await call("booking.release", { id: held.id }).catch(() => {});
}

/** Forgets an ended hold after a while. @param {number} now */
export function forgetOld(now) {
  if (hold.current && now - (hold.current.endsAtMs ?? now) > memory) keep(null);
}
