import { plural } from "../../core/plural.js";

const count = plural("be");

/** @type {typeof import("../en/staff-days.js").default} */
export default {
  title: "Дні",
  before: "Папярэднія дні",
  after: "Наступныя дні",
  today: "Сёння",
  closed: "зачынена",
  bookings: (number) => count(number, "бронь", "броні", "броняў"),
  taken: (share) => `занята ${share}`,
  reverse: "Рэверс",
  hour: (time) => `з ${time}`,
  booked: (booked, sets) => `занята ${booked} з ${sets}`,
  held: (held) => `утрымліваецца ${held}`,
  closedSets: (closed) => `зачынена ${closed}`,
  legend: "Лік — занятыя сэты. Пункцір — кліент пацвярджае. Штрыхоўка — зачынена.",
};
