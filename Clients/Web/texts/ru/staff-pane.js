/** Texts beside the day board in `screens/staff`: what comes next, closures, holds, and the way to other screens. */
import { plural } from "../../core/plural.js";

const count = plural("ru");
/** @param {number} number */
const bookings = (number) => count(number, "бронь", "брони", "броней");

/** @type {typeof import("../en/staff-pane.js").default} */
export default {
  cases: "Случаи",
  purchases: "Проданные абонементы",
  report: "Отчёт",
  days: "Несколько дней",
  customers: "Клиенты",
  settings: "Настройки парка",
  next: "Скоро придут",
  closures: "Закрытое время",
  cancelled: "Отменённые",
  creditors: "Вернуть деньги",
  owes: (amount) => `парк должен ${amount}`,
  administration: "Администрирование",
  heldUntil: (time) => `Клиент подтверждает бронь. Если он этого не сделает, сеты освободятся в ${time}.`,
  everyReverse: "Все реверсы",
  cancelledBookings: (number) => `Отменено: ${bookings(number)}`,
  remaining: (number) => `Осталось отменить: ${bookings(number)}`,
};
