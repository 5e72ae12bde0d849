/** Texts of `screens/pass`. */
import { plural } from "../../core/plural.js";

const count = plural("en");

export default {
  title: "Pass",
  signIn: "Passes belong to an account.",
  /** The words for a number that stands in the ring. @param {number} number @returns {string} */
  left: (number) => number === 1 ? "set left" : "sets left",
  none: "No sets left",
  noneNote: "With a pass a set costs less.",
  /** @param {string} date */
  until: (date) => `until ${date}`,
  /** @param {number} left @param {number} sets */
  ofPass: (left, sets) => `${left} of ${sets} left`,
  /** @param {number} number */
  held: (number) => `${count(number, "set", "sets")} reserved for bookings`,
  yours: "Your passes",
  /** @param {string} amount */
  due: (amount) => `You owe the park ${amount}. Pay at the park.`,
  /** @param {string} amount */
  credit: (amount) => `The park owes you ${amount}. Collect it at the park.`,
  shop: "Buy a pass",
  /** @param {string} price */
  each: (price) => `${price} a set`,
  /** @param {number} days */
  valid: (days) => `valid for ${count(days, "day", "days")}`,
  buy: "Buy",
  /** @param {string} name @param {string} price */
  buyNamed: (name, price) => `Buy: ${name}, ${price}`,
  /** @param {number} percent */
  saves: (percent) => `${percent}% cheaper than single sets`,
  ledger: "Entries",
  ledgerEmpty: "No entries yet",
  kinds: {
    bought: "Pass bought",
    held: "Reserved for a booking",
    used: "Used",
    returned: "Returned",
    expired: "Expired",
    charged: "Charged by decision",
    restored: "Restored",
    fee: "Fee",
    settled: "Settled",
    paid: "Paid",
    refunded: "Refunded",
    credit: "Credit",
    "paid-back": "Paid back",
    corrected: "Corrected at the till",
  },
  /** @param {number} number */
  sets: (number) => count(number, "set", "sets"),
  payment: {
    title: "Payment",
    unknown: "No payment was found on this device",
    unknownNote: "If you have paid on another device, the pass appears automatically.",
    toPass: "Go to the pass",
    toPark: "Choose a time",
    waiting: "Waiting for the payment",
    /** @param {string} time */
    waitingNote: (time) => `As soon as the provider reports it, the sets are on your pass. You can pay until ${time}.`,
    pay: "Go to the payment page",
    simulated: "This server simulates the payment provider: whoever runs it reports the payment.",
    slow: "The provider has not reported the payment yet",
    slowNote: "This can take a few minutes. Nothing is lost if you leave this page: the sets appear on the pass.",
    look: "Check again",
    paid: "Paid",
    /** @param {string} name */
    paidNote: (name) => `${name} is on your account.`,
    failed: "The payment failed",
    failedNote: "No money was taken for the pass. Try again or pay in another way.",
    expired: "The time to pay is over",
    expiredNote: "Nothing was bought. A payment that arrives late is still credited.",
    refunding: "The money is being returned",
    refunded: "The money was returned",
    refundNote: "The sets of this pass were removed.",
    again: "Choose a pass again",
  },
};
