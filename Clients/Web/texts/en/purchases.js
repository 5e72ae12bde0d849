/** Texts of `screens/staff/purchases`. */
import { plural } from "../../core/plural.js";

const count = plural("en");
/** @param {number} number */
const sets = (number) => count(number, "set", "sets");
/** @type {Record<string, string>} */
const states = {
  pending: "Not paid yet",
  failed: "The payment failed",
  expired: "Not paid in time",
  refunding: "The refund is under way",
  refunded: "Refunded",
};

export default {
  title: "Passes sold",
  none: "Nobody has bought a pass yet",
  nothingFound: "No purchase has this number",
  states,
  /** @param {number} left @param {number} number */
  left: (left, number) => `${left} of ${sets(number)} left`,
  refund: "Refund",
  /** @param {string} customer @param {string} name */
  refundNamed: (customer, name) => `Refund: ${customer}, ${name}`,
  sheet: {
    title: "Refund this pass?",
    /** @param {number} number */
    takes: (number) => `${sets(number)} will be taken from the pass at once.`,
    /** @param {string} amount */
    returns: (amount) => `${amount} goes back the way it was paid.`,
    final: "A refund cannot be undone.",
    reason: "Reason",
    reasonNote: "It is kept in the park’s records.",
    /** @param {string} amount */
    confirm: (amount) => `Refund ${amount}`,
    done: "Refunded",
  },
};
