/** Texts of the days at a glance in `screens/staff`. */
import { plural } from "../../core/plural.js";

const count = plural("ru");

/** @type {typeof import("../en/staff-days.js").default} */
export default {
  title: "Несколько дней",
  before: "Предыдущие дни",
  after: "Следующие дни",
  today: "Сегодня",
  closed: "закрыто",
  bookings: (number) => count(number, "бронь", "брони", "броней"),
  taken: (share) => `занято ${share}\u00a0%`,
  reverse: "Реверс",
  hour: (time) => `с ${time}`,
  booked: (booked, sets) => `занято ${booked} из ${sets}`,
  held: (held) => `придержано ${held}`,
  closedSets: (closed) => `закрыто ${closed}`,
  legend: "Число — занятые сеты. Пунктир — клиент подтверждает. Штриховка — закрыто.",
};
