/** The live data of the park's screens: loaded again on hints of the server, and at an interval. */
import "../../contract/park-methods.js";
import { useAnswer } from "../../core/answer.js";
import { useHints } from "../../core/events.js";
import { useAccount } from "../../core/session.js";

/** The interval at which sets are loaded without the stream of hints, in milliseconds. */
const slotsEveryMs = 20_000;
const daysEveryMs = 60_000;

export const usePark = () => useAnswer("booking.park", {});

/** The sets of a day. @param {string | undefined} date */
export function useSlots(date) {
  const answer = useAnswer("booking.slots", date ? { date } : null, { everyMs: slotsEveryMs });
  useHints(date ? `slots:${date}` : null, answer.refresh);
  return answer;
}

/** The number of free sets of each day that can be booked. @param {number | undefined} count */
export const useDays = (count) =>
  useAnswer("booking.days", count ? { days: Math.min(62, count) } : null, { everyMs: daysEveryMs });

/** The account's passes, which a sale at the till changes, too. */
export function usePass() {
  const account = useAccount();
  const answer = useAnswer("booking.pass", account ? {} : null);
  useBookingHints(answer.refresh);
  return answer;
}

/**
 * Loads again when the account's bookings or passes have changed.
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
