/** Texts of `screens/park/waitlist.js`. */
export default {
  title: "Waitlist",
  signIn: "A place on the waitlist belongs to an account.",
  note:
    "When a time that you are waiting for becomes free, the park holds it for you and notifies you. If you do not book it in time, it goes to the next person. During your quiet hours, others come first.",
  none: "You are not waiting for any time.",
  /** @param {number} number */
  ahead: (number) => number === 0 ? "You are first in line" : `Ahead of you: ${number}`,
  /** @param {string} moment */
  offered: (moment) => `Free, and yours until ${moment}`,
  book: "Book",
  decline: "Decline",
  leave: "Stop waiting",
  more: "Wait for a booked time",
  day: "Day",
  reverse: "Reverse",
  sets: "Sets in a row",
  allFree: "Nobody has booked this reverse on this day yet.",
  /** @param {string} time */
  wait: (time) => `Wait for ${time}`,
  waits: "You are on the waitlist",
};
