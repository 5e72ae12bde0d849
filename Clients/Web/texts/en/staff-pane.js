/** Texts beside the day board in `screens/staff`: what comes next, closures, holds, and the way to other screens. */
import { plural } from "../../core/plural.js";

const count = plural("en");
/** @param {number} number */
const bookings = (number) => count(number, "booking", "bookings");

export default {
  cases: "Cases",
  purchases: "Passes sold",
  report: "Report",
  days: "Several days",
  customers: "Customers",
  settings: "Park settings",
  next: "Next to come",
  closures: "Closures",
  cancelled: "Cancelled",
  creditors: "To pay back",
  /** @param {string} amount */
  owes: (amount) => `the park owes ${amount}`,
  administration: "Administration",
  /** @param {string} time */
  heldUntil: (time) => `A customer is confirming. The sets become free at ${time} unless they are booked.`,
  everyReverse: "All reverses",
  /** @param {number} number */
  cancelledBookings: (number) => `${bookings(number)} cancelled`,
  /** @param {number} number */
  remaining: (number) => `${bookings(number)} still to be cancelled`,
};
