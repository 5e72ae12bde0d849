/** Texts of `screens/museums/stated-facts`. */

/** @type {typeof import("../en/museum-facts.js").default} */
export default {
  open: "Сейчас открыто",
  openUntil: (moment) => `Открыто до ${moment}`,
  opens: (moment) => `Откроется ${moment}`,
  closed: {
    hours: "Сейчас закрыто",
    holiday: "Закрыто: праздник",
    "day-off": "В этот день закрыто",
    season: "В это время года закрыто",
  },
  wheelchair: {
    yes: "Доступно на инвалидной коляске",
    limited: "Частично доступно на инвалидной коляске",
    no: "Недоступно на инвалидной коляске",
  },
  free: "Вход бесплатный",
  /** @param {string} price */
  admission: (price) => `Вход: ${price.replace(" ", "\u00a0")}`,
  /** @param {string} credit */
  credit: (credit) => `Данные: ${credit}`,
  source: "Источник:",
  newTab: "откроется в новой вкладке",
};
