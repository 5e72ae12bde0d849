/** Texts of `screens/park/bookings.js`. */
import { plural } from "../../core/plural.js";

const count = plural("be");

/** @type {typeof import("../en/bookings.js").default} */
export default {
  tabs: { upcoming: "Будучыя", past: "Мінулыя", cancelled: "Скасаваныя", cases: "Рашэнні" },
  none: {
    upcoming: "Браніраванняў пакуль няма",
    past: "Пакуль пуста",
    cancelled: "Скасаваных браніраванняў няма",
    cases: "Няма ні рашэнняў, ні адкрытых выпадкаў",
  },
  firstSet: (minutes) =>
    `Сэт — гэта ${count(minutes, "хвіліна", "хвіліны", "хвілін")} катання. Для першага разу папрасіце інструктара.`,
  find: "Знайсці час",
  casesNote: "Тут познія скасаванні і прапушчаныя браніраванні з рашэннямі парка.",
  signIn: "Браніраванні захоўваюцца ў профілі.",
  notices: "Пацвярджэнні і напаміны",
  waitlist: "Ліст чакання",
  calendar: "Браніраванні ў вашым календары",
};
