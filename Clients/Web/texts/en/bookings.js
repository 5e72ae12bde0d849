/** Texts of `screens/park/bookings.js`. */
export default {
  tabs: { upcoming: "Upcoming", past: "Past", cancelled: "Cancelled", cases: "Decisions" },
  none: {
    upcoming: "No bookings yet",
    past: "Nothing here yet",
    cancelled: "No cancelled bookings",
    cases: "No decisions and no open cases",
  },
  firstSet: "A set is 15 minutes of riding. For the first time take the small reverse, with an instructor.",
  find: "Find a time",
  casesNote: "Late cancellations and missed bookings are listed here, with what the park decided.",
  signIn: "Bookings belong to an account.",
  notices: "Confirmations and reminders",
  waitlist: "Waitlist",
  calendar: "Bookings in your calendar",
};
