/** Texts of `screens/staff/customers.js` and of the till. */

/** @type {Record<string, string>} */
const states = {
  booked: "booked",
  "checked-in": "was here",
  "no-show": "did not come",
  cancelled: "cancelled",
};

export default {
  title: "Customers",
  search: "Name, digits of the number, or e-mail",
  hint: "Type at least two letters of a name, three digits, or the beginning of an address.",
  nobody: "No customer found",
  noPhone: "no telephone",
  /** @param {string} amount */
  owes: (amount) => `owes ${amount}`,
  more: "There are more: type more of the name.",
  sellNew: "Sell to a new customer",
  left: "Sets left",
  debt: "Debt",
  visits: "Visits",
  late: "Late in 90 days",
  noShows: "No-shows in 90 days",
  /** @param {string} amount */
  credit: (amount) => `The park owes ${amount}`,
  passes: "Passes",
  noPasses: "No valid pass",
  /** @param {number} left @param {number} sets */
  ofPass: (left, sets) => `${left} of ${sets} left`,
  /** @param {string} day */
  until: (day) => `until ${day}`,
  correct: "Correct",
  /** @param {string} name */
  correctNamed: (name) => `Correct: ${name}`,
  sell: "Sell a pass",
  bookings: "Bookings",
  noBookings: "No bookings",
  states,
  receipts: "Receipts",
  /** @param {number} number */
  receipt: (number) => `Receipt ${number}`,
  phone: "Telephone number",
  name: "Name",
  pass: "Pass",
  /** @param {number} number */
  sold: (number) => `Sold, receipt ${number}`,
  /** @param {string} amount */
  take: (amount) => `Paid ${amount}`,
  correctTitle: "Correct this pass",
  change: "Sets to add",
  changeNote: "Use a minus sign to take some. Sets reserved for bookings stay.",
  paidBack: "Paid back, BYN",
  reason: "Reason, which the customer may see",
  /** @param {number} number */
  correctedAs: (number) => `Corrected, receipt ${number}`,
};
