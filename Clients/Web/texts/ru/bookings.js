/** Texts of `screens/park/bookings.js`. */
import { plural } from "../../core/plural.js";

const count = plural("ru");

/** @type {typeof import("../en/bookings.js").default} */
export default {
  tabs: { upcoming: "Будущие", past: "Прошлые", cancelled: "Отмены", cases: "Решения" },
  none: {
    upcoming: "Броней пока нет",
    past: "Пока пусто",
    cancelled: "Отменённых броней нет",
    cases: "Нет ни решений, ни открытых случаев",
  },
  firstSet: (minutes) =>
    `Сет — это ${count(minutes, "минута", "минуты", "минут")} катания. Для первого раза попросите инструктора.`,
  find: "Найти время",
  casesNote: "Здесь поздние отмены и пропущенные брони с решениями парка.",
  signIn: "Брони хранятся в профиле.",
  notices: "Подтверждения и напоминания",
  waitlist: "Лист ожидания",
  calendar: "Брони в вашем календаре",
};
