/** Texts of the sheets in `screens/staff` that the board opens first with an action. */
import { plural } from "../../core/plural.js";

const count = plural("en");
/** @param {number} number */
const sets = (number) => count(number, "set", "sets");
/** @param {number} number */
const bookings = (number) => count(number, "booking", "bookings");

export default {
  checkIn: {
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
  },
  noShow: {
    title: "Did not come?",
    opens: "A case goes to the administrator, who decides on consequences.",
    keeps: "The sets stay taken, and nothing is charged before the decision.",
    keepsPass: "The sets of the pass count as used until the decision.",
    undo: "Until the decision, checking in withdraws the no-show.",
    /** @param {string} name */
    done: (name) => `${name} did not come`,
    take: "Arrived after all",
  },
  move: {
    title: "Move this booking?",
    /** @param {string} period @param {string} price */
    to: (period, price) => `${period}, ${price}`,
    free: "Moving is free now; the customer keeps the same booking.",
    late:
      "Free changes have ended: the booking counts as cancelled late, a case goes to the administrator, and the new time is a new booking.",
    confirm: "Move",
    /** @param {string} day @param {string} time */
    done: (day, time) => `Moved to ${day}, ${time}`,
    open: "Open",
  },
  cancel: {
    title: "Cancel this booking?",
    free: "Cancelling is free now. Sets go back to the pass, and there is nothing to pay.",
    late: "Cancelling is late now: a case goes to the administrator. The sets are free for others at once.",
    final: "It cannot be undone; the sets can be booked again while they are free.",
    confirm: "Cancel the booking",
    done: "Booking cancelled",
  },
  reversal: {
    title: "Reverse this decision?",
    returns: "Restrictions end, charged sets return, and a paid fee becomes the customer’s credit.",
    tells: "The customer is told.",
    reason: "Reason that the customer is told",
    confirm: "Reverse the decision",
    done: "Decision reversed",
  },
  note: {
    title: "Note",
    label: "For the staff; the customer does not see it",
    save: "Save the note",
    saved: "Note saved",
    removed: "Note removed",
    undo: "Undo",
  },
  booking: {
    title: "Walk-in or by phone",
    phone: "Phone",
    name: "Name",
    nameNote: "A customer with an account keeps the account’s name.",
    date: "Day",
    reverse: "Reverse",
    time: "Start",
    /** @param {string} time */
    running: (time) => `${time}, running`,
    noTime: "Nothing is free on this reverse on this day.",
    sets: "Sets in a row",
    pay: "Payment",
    onSite: "At the park",
    byPass: "By pass",
    note: "Note",
    /** @param {string} period @param {string} price */
    sum: (period, price) => `${period}, ${price}`,
    runningNote: "A set that is running ends at its usual time and costs its full price. It cannot be cancelled.",
    takes: "The sets of the pass are reserved at once.",
    confirm: "Book",
    /** @param {string} name @param {string} time */
    done: (name, time) => `${name}, ${time}`,
    open: "Open",
    nextFree: "Next free",
  },
  closure: {
    title: "Close time",
    reverse: "Reverse",
    all: "All",
    from: "From",
    to: "To",
    date: "Day",
    lastDate: "Last day",
    reason: "Reason that customers are told",
    wrong: "The end must be after the start, and in the future.",
    affected: "Bookings that it cancels",
    none: "No booking is affected.",
    /** @param {number} number @param {boolean} hasMore */
    number: (number, hasMore) => (hasMore ? `${number}+\u00a0bookings` : bookings(number)),
    tells: "Each customer gets one message. Nothing is charged, and sets go back to passes.",
    holds: "Holds within the time end.",
    undo: "A closure can be ended early; cancelled bookings stay cancelled.",
    confirm: "Close",
    /** @param {string} number */
    confirmCancelling: (number) => `Close and cancel ${number}`,
    /** @param {number} number */
    done: (number) => (number === 0 ? "Time closed" : `Time closed, ${bookings(number)} cancelled`),
  },
  settle: {
    title: "Settle a debt",
    amount: "Amount received, BYN",
    /** @param {string} amount */
    owes: (amount) => `The customer owes ${amount}.`,
    /** @param {string} amount */
    rest: (amount) => `After this, ${amount} is left.`,
    nothing: "After this, the customer owes nothing.",
    final: "It is entered in the ledger and cannot be undone.",
    /** @param {string} amount */
    confirm: (amount) => `Received ${amount}`,
    done: "Payment received",
    wrong: "Enter an amount up to the debt, such as 25.00",
  },
  payBack: {
    title: "Pay back",
    amount: "Amount paid out, BYN",
    /** @param {string} amount */
    owes: (amount) => `The park owes ${amount}.`,
    /** @param {string} amount */
    rest: (amount) => `After this, the park owes ${amount}.`,
    nothing: "After this, the park owes nothing.",
    final: "It is entered in the ledger and cannot be undone.",
    /** @param {string} amount */
    confirm: (amount) => `Paid out ${amount}`,
    done: "Paid back",
    wrong: "Enter an amount up to the credit, such as 25.00",
  },
  reopen: {
    title: "Reopen?",
    free: "The time can be booked again at once.",
    stay: "Bookings that were cancelled stay cancelled.",
    confirm: "Reopen",
    done: "Open again",
  },
};
