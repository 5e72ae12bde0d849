import { plural } from "../../core/plural.js";

const count = plural("be");

/** @type {typeof import("../en/history.js").default} */
export default {
  title: "Захаванае надвор’е",
  intro: "Месцы з надвор’ем, якім яно было ў хвіліну захавання.",
  needsAccount: "Захаванае надвор’е — у вашым профілі. Увайдзіце, каб яго ўбачыць.",
  empty: "Пакуль нічога не захавана",
  emptyNote: "Закладка на экранах «Сёння» і «Надвор’е» захоўвае месца разам з надвор’ем.",
  toWeather: "Да надвор’я",
  queued: "Чакае сувязі",
  queuedNote: "Захаваецца з надвор’ем той хвіліны, калі запіс будзе адпраўлены.",
  remove: "Выдаліць",
  removeNamed: (name) => `Выдаліць: ${name}`,
  removeTitle: "Выдаліць гэты запіс?",
  removeSentence: "Ён знікне на ўсіх вашых прыладах.",
  removed: "Выдалена",
  clear: "Выдаліць усе",
  clearTitle: "Выдаліць усе запісы?",
  clearSentence: (number) => `Вы выдаліце ${count(number, "запіс", "запісы", "запісаў")} на ўсіх сваіх прыладах.`,
  cleared: "Усе запісы выдалены",
  savedAt: (moment) => `Захавана: ${moment}`,
  address: "Адрас",
  coordinates: "Каардынаты",
  precision: { house: "да дома", street: "да вуліцы", city: "да горада", country: "да краіны", none: "невядомая" },
  precisionName: "Дакладнасць",
  noAddress: "Адрас быў невядомы",
  noWeather: "Надвор’е ў тую хвіліну было невядомае",
  street: "Вуліца",
  city: "Горад",
  region: "Вобласць",
  country: "Краіна",
  missing: "Гэтага запісу больш няма",
  toList: "Да захаванага надвор’я",
};
