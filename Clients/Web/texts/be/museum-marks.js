/** @type {typeof import("../en/museum-marks.js").default} */
export default {
  title: "Вашы музеі",
  guest: "Увайдзіце, каб убачыць адзначаныя вамі музеі.",
  kinds: "Якія музеі",
  favourites: "Абранае",
  visitedOnes: "Дзе вы былі",
  favourite: "Абранае",
  edit: "Змяніць",
  visited: "Наведана",
  none: {
    favourites: "У абраным пакуль пуста",
    visited: "Наведаных музеяў пакуль няма",
  },
  hint: "Адзначце музей на яго старонцы зорачкай, а пасля наведвання — птушачкай.",
  find: "Знайсці музей",
  gone: (id) => `Гэтага музея больш няма ў каталогу (${id}).`,
  remove: "Прыбраць",
};
