/** What the park's screens show of the present: asked again when the server hints at a change, and at an interval. */
import { useAnswer } from "../../core/answer.js";
import { useHints } from "../../core/events.js";
import { useAccount } from "../../core/session.js";

/** Without the stream of hints, the sets are asked for this often. */
const slotsEveryMs = 20_000;
const daysEveryMs = 60_000;

export const usePark = () => useAnswer("booking.park", {});

/** The sets of a day. @param {string | undefined} date */
export function useSlots(date) {
  const answer = useAnswer("booking.slots", date ? { date } : null, { everyMs: slotsEveryMs });
  useHints(date ? `slots:${date}` : null, answer.refresh);
  return answer;
}

/** How much is free on each day that can be booked. @param {number | undefined} count */
export const useDays = (count) =>
  useAnswer("booking.days", count ? { days: Math.min(62, count) } : null, { everyMs: daysEveryMs });

/** The account's passes. */
export function usePass() {
  const account = useAccount();
  return useAnswer("booking.pass", account ? {} : null);
}

/**
 * Asks again when one of the account's bookings changed.
 * @param {() => void} refresh
 */
export function useBookingHints(refresh) {
  const account = useAccount();
  useHints(account ? "bookings" : null, refresh);
}

/**
 * The name of a reverse.
 * @param {import("../../contract/types.d.ts").BookingParkResult | undefined} park @param {string} id
 */
export const reverseName = (park, id) => park?.reverses.find((reverse) => reverse.id === id)?.name ?? id;
