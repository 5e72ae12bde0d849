import { plural } from "../../core/plural.js";

const count = plural("ru");

/** @type {typeof import("../en/staff-days.js").default} */
export default {
  title: "Дни",
  before: "Предыдущие дни",
  after: "Следующие дни",
  today: "Сегодня",
  closed: "закрыто",
  bookings: (number) => count(number, "бронь", "брони", "броней"),
  taken: (share) => `занято ${share}`,
  reverse: "Реверс",
  hour: (time) => `с ${time}`,
  booked: (booked, sets) => `занято ${booked} из ${sets}`,
  held: (held) => `удерживается ${held}`,
  closedSets: (closed) => `закрыто ${closed}`,
  legend: "Число — занятые сеты. Пунктир — клиент подтверждает. Штриховка — закрыто.",
};
