/** Texts of `screens/park`. */
import { plural } from "../../core/plural.js";

const count = plural("en");

export default {
  title: "Wake park",
  bookings: "My bookings",
  about: "About the park",
  pass: "Pass",
  topUp: "Top up",
  /** @param {number} number */
  sets: (number) => count(number, "set", "sets"),
  /** @param {number} left @param {number} total */
  setsLeftOf: (left, total) => `${left} of ${count(total, "set", "sets")} left`,
  /** @param {string} date */
  until: (date) => `until ${date}`,
  noPass: "No pass",
  noPassNote: "A pass makes sets cheaper",
  day: "Day",
  week: { previous: "Previous week", next: "Next week" },
  /** @param {string} date @param {number} free */
  freeOn: (date, free) => `${date}, ${count(free, "set", "sets")} free`,
  /** @param {string} date @param {string} reason */
  closedOn: (date, reason) => `${date}, ${reason}`,
  reverse: "Reverse",
  /** Short names by the ids of reverses; others are named in full. @type {Record<string, string>} */
  reverses: { big: "Big", small: "Small" },
  both: "Both",
  setsInRow: "Sets in a row",
  fewer: "One set fewer",
  further: "One set more",
  /** @param {string} name @param {string} date */
  grid: (name, date) => `${name}, ${date}`,
  /** @param {string} price */
  priceOfSet: (price) => `${price} a set`,
  /** @param {string} price @param {string} time */
  priceFrom: (price, time) => `${price} a set from ${time}`,
  looks: { free: "free", held: "held", taken: "taken", mine: "yours", past: "over", closed: "closed" },
  waitlist: "Join the waitlist for a taken time",
  heldByOthers: "held by somebody",
  heldForYou: "held for you",
  yourBooking: "your booking",
  /** @param {number} number */
  shortFrom: (number) => `only ${count(number, "set", "sets")} free in a row`,
  /** @param {string} reason */
  closedFor: (reason) => `closed: ${reason}`,
  /** @param {string} zone */
  zone: (zone) => `Times are the park’s: ${zone}`,
  connect: "To book, connect to the internet first",
  closedDay: "Nothing can be booked on this day",
  overDay: "The park’s day is over",
  /** @param {string} date */
  nextDay: (date) => `Show ${date}`,
  choose: {
    title: "Choose a time",
    /** @param {string} duration */
    sentence: (duration) => `Tap a free set. It is held for you for ${duration} while you confirm.`,
    guest: "You can look around without an account. To book, sign in: the time that you choose stays chosen.",
    next: "Your next booking",
  },
  hold: {
    title: "Held for you",
    /** @param {string} time */
    note: (time) => `Nobody else can take it until ${time}`,
    /** @param {string} left */
    left: (left) => `${left} left`,
    soon: "Less than 30 seconds are left to confirm",
    ended: "The hold has ended",
    endedNote: "The time may be taken by somebody else now.",
    unheld: "Not held",
    unheldNote: "You have held times often, so this one is not kept for you: book it before somebody else does.",
    again: "Hold again",
    confirm: "Confirm",
    release: "Release",
    dismiss: "Close",
  },
  confirm: {
    title: "Confirm the booking",
    payment: "How to pay",
    byPass: "From the pass",
    /** @param {number} number */
    leftAfter: (number) => `${count(number, "set", "sets")} left after this`,
    /** @param {number} number */
    tooFew: (number) => (number === 0 ? "No sets left" : `Only ${count(number, "set", "sets")} left`),
    onSite: "At the park",
    onSiteNote: "Cash or card",
    /** @param {string} moment */
    freeUntil: (moment) => `Free to cancel until ${moment}. After that the park decides.`,
    /** @param {string} moment */
    undoUntil: (moment) => `Starts soon: free to cancel until ${moment} only. After that the park decides.`,
    /** @param {number} number */
    book: (number) => `Book ${count(number, "set", "sets")}`,
  },
  booked: {
    title: "Booked",
    /** @param {string} moment */
    freeUntil: (moment) => `Free to cancel or move until ${moment}.`,
    open: "Open the booking",
    calendar: "Add to the calendar",
    close: "Done",
  },
  taken: {
    /** @param {string} time */
    title: (time) => `${time} has just been taken`,
    /** @param {string} time */
    past: (time) => `${time} has already started`,
    /** @param {string} time @param {number} number */
    short: (time, number) => `From ${time} only ${count(number, "set", "sets")} free`,
    /** @param {number} number @param {string} reverse */
    others: (number, reverse) => `Free for ${count(number, "set", "sets")}, ${reverse}:`,
    none: "No other time is free nearby.",
    /** @param {number} number */
    takeFewer: (number) => `Take ${count(number, "set", "sets")}`,
  },
  move: {
    title: "Moving",
    choose: "Choose the new time",
    cancel: "Leave it as it is",
    action: "Move the booking",
    from: "From",
    to: "To",
    done: "The booking is moved",
    free: "Moving is free.",
    late:
      "Free moving is over: the old booking counts as cancelled late, and the park decides about it. The new time is a booking of its own.",
    over: "This booking cannot be moved any more.",
  },
  states: {
    booked: "Booked",
    "checked-in": "You were there",
    "no-show": "Missed",
    cancelled: "Cancelled",
  },
  cancelledBy: { customer: "Cancelled by you", staff: "Cancelled by the park’s staff", park: "Cancelled by the park" },
  isLate: "late",
  booking: {
    title: "Booking",
    when: "When",
    where: "Reverse",
    payment: "Payment",
    made: "Booked",
    moved: "Moved",
    /** @param {number} number */
    times: (number) => count(number, "time", "times"),
    free: "Free cancellation",
    cancelled: "Cancelled",
    reason: "Reason",
    decision: "Decision",
    undecided: "The park has not decided yet",
    reversed: "This decision was reversed",
    /** @param {string} price */
    pay: (price) => `${price} at the park, cash or card`,
    /** @param {number} number */
    byPass: (number) => `${count(number, "set", "sets")} of the pass`,
    charge: {
      due: "to pay at the park",
      held: "reserved",
      charged: "charged",
      returned: "returned to the pass",
      none: "nothing to pay",
      undecided: "the park decides",
    },
    change: "Change",
    /** @param {string} moment */
    freeUntil: (moment) => `Cancelling and moving are free until ${moment}.`,
    /** @param {string} moment */
    lateSince: (moment) =>
      `Free cancellation was possible until ${moment}. Cancelling or moving now is late: the park’s administrator decides whether it costs anything. It may be nothing, a warning, the sets, a fee, or a restriction of further bookings.`,
    started: "The booking has started and cannot be changed.",
    connect: "To change it, connect to the internet first.",
    move: "Move for free",
    moveLate: "Move late",
    cancel: "Cancel for free",
    cancelLate: "Cancel late",
    sheet: "Cancel the booking?",
    cost: {
      pass: "It costs nothing. The sets go back to the pass.",
      onSite: "It costs nothing.",
      late:
        "The time becomes free for others at once. The park’s administrator decides whether it costs anything; you will be told.",
    },
    keep: "Keep it",
    gone: "The booking is cancelled",
    again: "Book this time again",
    calendar: "Add to the calendar",
  },
  cases: {
    late: "Cancelled late",
    missed: "Missed",
    open: "Being decided",
    sanctions: {
      none: "No consequences",
      warning: "A warning",
      /** @param {number} number */
      sets: (number) => `${count(number, "set", "sets")} charged`,
      /** @param {string} amount */
      fee: (amount) => `Fee: ${amount}`,
      /** @param {string} moment */
      prepay: (moment) => `Only by pass until ${moment}`,
      /** @param {string} moment */
      suspension: (moment) => `No bookings until ${moment}`,
    },
    /** @param {string} moment */
    reversed: (moment) => `Reversed: ${moment}`,
  },
};
