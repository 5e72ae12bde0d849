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
  source: "Крыніца:",
  newTab: "адкрыецца ў новай укладцы",
};
