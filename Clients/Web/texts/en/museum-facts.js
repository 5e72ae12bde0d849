/** Texts of `screens/museums/stated-facts`. */

export default {
  open: "Open now",
  /** @param {string} moment */
  openUntil: (moment) => `Open until ${moment}`,
  /** @param {string} moment */
  opens: (moment) => `Opens ${moment}`,
  /** @type {Record<string, string>} */
  closed: {
    hours: "Closed now",
    holiday: "Closed: public holiday",
    "day-off": "Closed on this day",
    season: "Closed for the season",
  },
  /** @type {Record<string, string>} */
  wheelchair: {
    yes: "Wheelchair accessible",
    limited: "Partly wheelchair accessible",
    no: "Not wheelchair accessible",
  },
  free: "Free admission",
  /** @param {string} price */
  admission: (price) => `Admission: ${price.replace(" ", "\u00a0")}`,
  /** @param {string} credit */
  credit: (credit) => `Data: ${credit}`,
  source: "Source:",
  newTab: "opens in a new tab",
};
