/** Texts of `screens/museums/filters`. */

export default {
  openNow: "Open now",
  distance: "Distance",
  city: "City",
  country: "Country",
  /** @param {string} distance */
  within: (distance) => `Within ${distance}`,
  /** @param {string} name @param {number} count @param {boolean} isExact */
  counted: (name, count, isExact) => `${name} ${count}${isExact ? "" : "+"}`,
};
