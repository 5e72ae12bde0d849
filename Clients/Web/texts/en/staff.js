/** Texts of the day board in `screens/staff`. */
import { plural } from "../../core/plural.js";

const count = plural("en");
/** @param {number} number */
const sets = (number) => count(number, "set", "sets");
/** @param {number} number */
const bookings = (number) => count(number, "booking", "bookings");

export default {
  title: "Park day",
  onlyStaff: "Only for the park’s staff",
  onlyStaffNote: "An administrator of the park can give your account the role.",
  signIn: "The day board needs an account with the role of the park’s staff.",
  onlyAdmin: "Only for administrators",
  onlyAdminNote: "Cases, decisions and the park’s settings are for administrators.",
  cases: "Cases",
  purchases: "Passes sold",
  settings: "Park settings",
  sets,
  day: { before: "Day before", after: "Day after", today: "Today" },
  search: "Last digits of the phone number",
  searchShort: "Digits",
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
  pane: {
    next: "Next to come",
    nobody: "Nobody else is expected on this day.",
    closures: "Closures",
    cancelled: "Cancelled",
    creditors: "To pay back",
    /** @param {string} amount */
    owes: (amount) => `the park owes ${amount}`,
    administration: "Administration",
  },
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
    late90: "in the last 90 days",
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
    /** @param {string} time */
    heldUntil: (time) => `A customer is confirming. The sets become free at ${time} unless they are booked.`,
    closureTitle: "Closure",
    everyReverse: "All reverses",
    /** @param {number} number */
    cancelledBookings: (number) => `${bookings(number)} cancelled`,
    /** @param {number} number */
    remaining: (number) => `${bookings(number)} still to be cancelled`,
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
    title: "Check in?",
    /** @param {string} amount */
    pays: (amount) => `Take ${amount} first: the booking counts as paid.`,
    /** @param {number} number */
    usesSets: (number) => `Uses ${sets(number)} of the pass.`,
    nothing: "There is nothing to pay.",
    withdraws: "The no-show and its case are withdrawn.",
    final: "A check-in cannot be undone.",
    /** @param {string} name */
    done: (name) => `${name} has arrived`,
    tooEarly: "Checking in is possible on the day itself.",
  },
  noShow: {
    action: "No-show",
    title: "Did not come?",
    opens: "A case goes to the administrator, who decides on consequences.",
    keeps: "The sets stay taken, and nothing is charged before the decision.",
    keepsPass: "The sets of the pass count as used until the decision.",
    undo: "Until the decision, checking in withdraws the no-show.",
    /** @param {string} name */
    done: (name) => `${name} did not come`,
    take: "Has come after all",
    tooEarly: "A no-show can be recorded once the booking has begun.",
  },
  cancel: {
    action: "Cancel booking",
    title: "Cancel this booking?",
    free: "Cancelling is free now. Sets go back to the pass, and there is nothing to pay.",
    late: "Cancelling is late now: a case goes to the administrator. The sets are free for others at once.",
    final: "It cannot be undone; the sets can be booked again while they are free.",
    confirm: "Cancel the booking",
    done: "Booking cancelled",
  },
  settle: "Settle debt",
  payBack: "Pay back",
  reopen: "Reopen",
  reversal: {
    action: "Reverse decision",
    title: "Reverse this decision?",
    returns: "Restrictions end, charged sets return, and a paid fee becomes the customer’s credit.",
    tells: "The customer is told.",
    reason: "Reason that the customer is told",
    confirm: "Reverse the decision",
    done: "Decision reversed",
  },
  keep: "Leave it",
};
