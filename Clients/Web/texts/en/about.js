/** Texts of `screens/park/about.js`. */
import { plural } from "../../core/plural.js";

const count = plural("en");

export default {
  hours: "Hours",
  closed: "closed",
  prices: "Prices",
  usual: "A set",
  /** @param {number} number */
  setLength: (number) => `A set lasts ${count(number, "minute", "minutes")}.`,
  rules: "Rules",
  reverses: "Reverses",
  way: "How to get there",
  map: "Open on a map",
  coordinates: "Coordinates",
  passes: "Passes",
};
