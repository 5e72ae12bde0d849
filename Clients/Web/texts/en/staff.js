/** Texts of the day board in `screens/staff`. */
import { plural } from "../../core/plural.js";

const count = plural("en");
/** @param {number} number */
const sets = (number) => count(number, "set", "sets");

export default {
  title: "Park day",
  sets,
  day: { before: "Day before", after: "Day after", today: "Today" },
  search: "Last digits of the phone number",
  searchShort: "Phone digits",
  searchNote: "Enter at least three digits",
  /** @param {string} digits */
  found: (digits) => `Phone ··${digits}`,
  nothingFound: "No upcoming booking has this number",
  endSearch: "Back to the day",
  counts: {
    /** @param {number} number */
    bookings: (number) => [String(number), number === 1 ? "booking" : "bookings"],
    /** @param {number} number */
    waiting: (number) => [String(number), "to come"],
    /** @param {number} number */
    held: (number) => [String(number), "held"],
  },
  /** @param {number} number */
  free: (number) => `${number} free`,
  /** @param {string} name @param {string} date */
  lane: (name, date) => `${name}, ${date}`,
  hint: "Arrow keys move between bookings, Enter opens one.",
  closedDay: "The park is closed on this day of the week",
  nobody: "Nobody else is expected on this day.",
  walkIn: "Walk-in",
  close: "Close time",
  looks: {
    waiting: "expected",
    "to-pay": "to pay",
    "by-pass": "by pass",
    arrived: "arrived",
    missed: "no-show",
    held: "held by a customer",
    closed: "closed",
    cancelled: "cancelled",
  },
  /** @param {string} left */
  heldFor: (left) => `${left} left`,
  /** @param {string} time @param {string} reason */
  closedUntil: (time, reason) => `Until ${time}: ${reason}`,
  drawer: {
    title: "Booking",
    /** @param {string} duration */
    startsIn: (duration) => `Starts in ${duration}`,
    /** @param {string} duration */
    started: (duration) => `Started ${duration} ago`,
    ended: "Over",
    onSite: "pays at the park",
    byPass: "by pass",
    noPhone: "No phone number",
    toPay: "To pay",
    debt: "Debt",
    late: "Late cancellations",
    missed: "No-shows",
    credit: "Park owes",
    note: "Note",
    noNote: "No note",
    change: "Change",
    addNote: "Add a note",
    /** @param {string} date */
    on: (date) => `on ${date}`,
    caseOpen: "A case waits for the administrator.",
    /** @param {string} sanction @param {string} reason */
    decided: (sanction, reason) => `Decision: ${sanction}. ${reason}`,
    reversed: "This decision was reversed.",
    /** @param {string} moment @param {string} by */
    cancelled: (moment, by) => `Cancelled ${moment} ${by}`,
    cancelledBy: { customer: "by the customer", staff: "by the staff", park: "by a closure" },
    cancelledLate: "late",
    made: "Booked",
    times: ["moved once", "moved several times"],
    heldTitle: "Held",
    closureTitle: "Closure",
  },
  sanctions: {
    none: "no consequences",
    warning: "warning",
    /** @param {number} number */
    sets: (number) => `${sets(number)} charged`,
    /** @param {string} amount */
    fee: (amount) => `fee of ${amount}`,
    /** @param {string} moment */
    prepay: (moment) => `only by pass until ${moment}`,
    /** @param {string} moment */
    suspension: (moment) => `no new bookings until ${moment}`,
  },
  checkIn: {
    action: "Arrived",
    /** @param {string} amount */
    paying: (amount) => `Arrived, paid ${amount}`,
    tooEarly: "Checking in is possible on the day itself.",
  },
  noShow: "No-show",
  move: "Move",
  cancel: "Cancel booking",
  settle: "Settle debt",
  payBack: "Pay back",
  reopen: "Reopen",
  reversal: "Reverse decision",
  keep: "Leave it",
};
