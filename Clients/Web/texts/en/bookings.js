/** Texts of `screens/park/bookings.js`. */
import { plural } from "../../core/plural.js";

const count = plural("en");

export default {
  tabs: { upcoming: "Upcoming", past: "Past", cancelled: "Cancelled", cases: "Decisions" },
  none: {
    upcoming: "No bookings yet",
    past: "Nothing here yet",
    cancelled: "No cancelled bookings",
    cases: "No decisions and no open cases",
  },
  /** @param {number} minutes */
  firstSet: (minutes) =>
    `A set is ${count(minutes, "minute", "minutes")} of riding. For your first time, ask the park for an instructor.`,
  find: "Find a time",
  casesNote: "Late cancellations and missed bookings are listed here, with what the park decided.",
  signIn: "Bookings belong to an account.",
  notices: "Confirmations and reminders",
  waitlist: "Waitlist",
  calendar: "Bookings in your calendar",
};
