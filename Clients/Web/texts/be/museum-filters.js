/** Texts of `screens/museums/filters`. */

/** @type {typeof import("../en/museum-filters.js").default} */
export default {
  openNow: "Цяпер адчынена",
  distance: "Адлегласць",
  city: "Горад",
  country: "Краіна",
  within: (distance) => `Да ${distance}`,
  counted: (name, count, isExact) => `${name} ${count}${isExact ? "" : "+"}`,
};
