/** Texts of the days at a glance in `screens/staff`. */
import { plural } from "../../core/plural.js";

const count = plural("be");

/** @type {typeof import("../en/staff-days.js").default} */
export default {
  title: "Некалькі дзён",
  before: "Папярэднія дні",
  after: "Наступныя дні",
  today: "Сёння",
  closed: "зачынена",
  bookings: (number) => count(number, "браніраванне", "браніраванні", "браніраванняў"),
  taken: (share) => `занята ${share}\u00a0%`,
  reverse: "Рэверс",
  hour: (time) => `з ${time}`,
  booked: (booked, sets) => `занята ${booked} з ${sets}`,
  held: (held) => `прытрымана ${held}`,
  closedSets: (closed) => `зачынена ${closed}`,
  legend: "Лічба — занятыя сэты. Пункцір — кліент пацвярджае. Штрыхоўка — зачынена.",
};
