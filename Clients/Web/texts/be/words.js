/** Texts of `screens/park/case-words.js`. */

/** @type {Record<string, string>} */
const states = { open: "Парк адкажа.", granted: "Рашэнне скасавана.", rejected: "Адхілена:" };

export default {
  title: "Вашы словы",
  yours: "Вашы словы",
  /** @param {string} moment */
  appealed: (moment) => `Вы абскардзілі рашэнне ${moment}`,
  states,
  statement: {
    label: "Што трэба ведаць адміністратару?",
    note: "Тэкст можна мяняць да рашэння.",
    send: "Адправіць",
    sent: "Адпраўлена",
  },
  appeal: {
    label: "Абскардзіць рашэнне",
    note: "Напішыце, чаму яго трэба скасаваць.",
    send: "Абскардзіць",
    sent: "Скарга адпраўлена",
  },
  /** @param {string} moment */
  until: (moment) => `Можна адзін раз, да ${moment}`,
};
