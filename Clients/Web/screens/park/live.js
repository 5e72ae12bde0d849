/** What the park's screens show of the present: asked again at an interval while the page is visible. */
import { useAnswer } from "../../core/answer.js";
import { useAccount } from "../../core/session.js";

const slotsEveryMs = 20_000;
const daysEveryMs = 60_000;

export const usePark = () => useAnswer("booking.park", {});

/** The sets of a day. @param {string | undefined} date */
export const useSlots = (date) => useAnswer("booking.slots", date ? { date } : null, { everyMs: slotsEveryMs });

/** How much is free on each day that can be booked. @param {number | undefined} count */
export const useDays = (count) =>
  useAnswer("booking.days", count ? { days: Math.min(62, count) } : null, { everyMs: daysEveryMs });

/** The account's passes. */
export function usePass() {
  const account = useAccount();
  return useAnswer("booking.pass", account ? {} : null);
}
