/** Texts of `screens/museums/filters`. */

/** @type {typeof import("../en/museum-filters.js").default} */
export default {
  openNow: "Сейчас открыто",
  distance: "Расстояние",
  city: "Город",
  country: "Страна",
  within: (distance) => `До ${distance}`,
  counted: (name, count, isExact) => `${name} ${count}${isExact ? "" : "+"}`,
};
