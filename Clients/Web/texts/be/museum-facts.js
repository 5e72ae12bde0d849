/** Texts of `screens/museums/stated-facts`. */

/** @type {typeof import("../en/museum-facts.js").default} */
export default {
  open: "Цяпер адчынена",
  openUntil: (moment) => `Адчынена да ${moment}`,
  opens: (moment) => `Адчыніцца ${moment}`,
  closed: {
    hours: "Цяпер зачынена",
    holiday: "Зачынена: свята",
    "day-off": "У гэты дзень зачынена",
    season: "У гэту пару года зачынена",
  },
  wheelchair: {
    yes: "Даступна на інваліднай калясцы",
    limited: "Часткова даступна на інваліднай калясцы",
    no: "Недаступна на інваліднай калясцы",
  },
  free: "Уваход бясплатны",
  /** @param {string} price */
  admission: (price) => `Уваход: ${price.replace(" ", "\u00a0")}`,
  /** @param {string} credit */
  credit: (credit) => `Даныя: ${credit}`,
  source: "Крыніца:",
  newTab: "адкрыецца ў новай укладцы",
};
