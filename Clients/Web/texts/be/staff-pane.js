/** Texts beside the day board in `screens/staff`: what comes next, closures, holds, and the way to other screens. */
import { plural } from "../../core/plural.js";

const count = plural("be");
/** @param {number} number */
const bookings = (number) => count(number, "браніраванне", "браніраванні", "браніраванняў");

/** @type {typeof import("../en/staff-pane.js").default} */
export default {
  cases: "Выпадкі",
  purchases: "Прададзеныя абанементы",
  report: "Справаздача",
  days: "Некалькі дзён",
  customers: "Кліенты",
  settings: "Налады парка",
  next: "Хутка прыйдуць",
  closures: "Закрыты час",
  cancelled: "Скасаваныя",
  creditors: "Вярнуць грошы",
  owes: (amount) => `парк вінен ${amount}`,
  administration: "Адміністраванне",
  heldUntil: (time) => `Кліент пацвярджае браніраванне. Калі ён гэтага не зробіць, сэты вызваляцца ў ${time}.`,
  everyReverse: "Усе рэверсы",
  cancelledBookings: (number) => `Скасавана: ${bookings(number)}`,
  remaining: (number) => `Засталося скасаваць: ${bookings(number)}`,
};
