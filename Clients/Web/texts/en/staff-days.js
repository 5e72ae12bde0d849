/** Texts of the days at a glance in `screens/staff`. */
import { plural } from "../../core/plural.js";

const count = plural("en");

export default {
  title: "Several days",
  before: "Earlier days",
  after: "Later days",
  today: "Today",
  closed: "closed",
  /** @param {number} number */
  bookings: (number) => count(number, "booking", "bookings"),
  /** @param {string} share */
  taken: (share) => `${share}% booked`,
  reverse: "Reverse",
  /** @param {string} time */
  hour: (time) => `from ${time}`,
  /** @param {number} booked @param {number} sets */
  booked: (booked, sets) => `${booked} of ${count(sets, "set", "sets")} booked`,
  /** @param {number} held */
  held: (held) => `${held} held`,
  /** @param {number} closed */
  closedSets: (closed) => `${closed} closed`,
  legend: "Number: booked sets. Dashed: held by a customer. Hatched: closed.",
};
