/** Texts of `screens/park/waitlist.js`. */
export default {
  title: "Waitlist",
  signIn: "A place on the waitlist belongs to an account.",
  note:
    "When a time that you wait for becomes free, the park holds it for you and tells you. It goes to the next if you do not book it in time. In your quiet hours others come first.",
  none: "You are not waiting for any time.",
  /** @param {number} number */
  ahead: (number) => number === 0 ? "You are the first" : `Ahead of you: ${number}`,
  /** @param {string} moment */
  offered: (moment) => `Free, and yours until ${moment}`,
  book: "Book",
  decline: "Give it up",
  leave: "Stop waiting",
  more: "Wait for a booked time",
  day: "Day",
  reverse: "Reverse",
  sets: "Sets in a row",
  allFree: "Nobody has booked on this day and reverse yet.",
  /** @param {string} time */
  wait: (time) => `Wait for ${time}`,
  waits: "You are on the waitlist",
};
