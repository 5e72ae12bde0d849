/** Texts of `screens/staff/cases`. */
import { plural } from "../../core/plural.js";

const count = plural("en");
/** @param {number} number */
const sets = (number) => count(number, "set", "sets");
/** @type {Record<string, string>} */
const kinds = { "late-cancellation": "Late cancellation", "no-show": "No-show" };

export default {
  title: "Cases",
  tabs: { open: "Open", appeals: "Appeals", decided: "Decided" },
  statement: "The customer’s words",
  none: "Every case is decided",
  noneNote: "Late cancellations and no-shows appear here.",
  noneDecided: "No decisions yet",
  decision: "Decision",
  kinds,
  /** @param {string} moment */
  since: (moment) => `Waiting since ${moment}`,
  setsOf: sets,
  /** @param {number} number */
  byPass: (number) => `Paid by pass: ${sets(number)}, reserved until the decision`,
  /** @param {string} price */
  onSite: (price) => `${price} would have been paid at the park`,
  lateCancellations: "Late in 90 days",
  noShows: "No-shows in 90 days",
  debt: "Debt",
  sanction: "Decision",
  sanctions: {
    none: { name: "No consequences", note: "The case is closed." },
    warning: { name: "Warning", note: "The customer is told; nothing is charged." },
    "charge-sets": { name: "Charge sets", note: "Sets of the customer’s passes are used." },
    fee: { name: "Fee", note: "The customer owes an amount, paid at the park." },
    "prepay-only": { name: "Only by pass", note: "No bookings paid at the park, until a given day." },
    suspension: { name: "Suspension", note: "No holds, bookings or moves, until a given day." },
  },
  sets: "Sets to charge",
  fee: "Fee, BYN",
  lastDay: "Last day",
  wrongDay: "Choose a day from today on, within two years",
  reason: "Reason that the customer is told",
  reasonNote: "It is shown with the decision in the app.",
  costs: "What it costs the customer",
  effects: {
    nothing: "Nothing",
    /** @param {number} number */
    setsCharged: (number) => `${sets(number)} charged to the pass`,
    /** @param {number} number */
    setsReturned: (number) => `${sets(number)} of the booking return to the pass`,
    needsPass: "Only possible if the customer’s passes have enough sets",
    /** @param {string} price */
    priceWaived: (price) => `The price of the booking, ${price}, is waived`,
    /** @param {string} fee @param {string} total */
    debt: (fee, total) => `${fee} as a debt, ${total} in total`,
    /** @param {string} day */
    prepayOnly: (day) => `Books only by pass, up to and including ${day}`,
    /** @param {string} day */
    suspension: (day) => `Books nothing, up to and including ${day}; upcoming bookings stay`,
  },
  told: "What the customer is told",
  message: {
    none: "Message: “Wake park: decision on your booking: no consequences”, with the reason.",
    other: "Message: the decision and its reason.",
  },
  /** @param {string} sanction @param {string} reason */
  inApp: (sanction, reason) => `In the app: ${sanction}. ${reason}`,
  languageNote: "The message is sent in the customer’s language.",
  decide: "Decide",
  decided: "Decided",
  reverse: "Reverse",
  /** @param {string} name */
  reverseNamed: (name) => `Reverse the decision on ${name}`,
  /** @param {string} moment @param {string} [name] */
  decidedBy: (moment, name) => (name ? `Decided by ${name}, ${moment}` : `Decided ${moment}`),
  /** @param {string} moment @param {string} [name] */
  reversedBy: (moment, name) => (name ? `Reversed by ${name}, ${moment}` : `Reversed ${moment}`),
  reversed: "Decision reversed",
};
