/** Texts of `screens/staff/customers.js` and of the till. */

/** @type {Record<string, string>} */
const states = {
  booked: "чакаецца",
  "checked-in": "быў",
  "no-show": "не прыйшоў",
  cancelled: "скасавана",
};

export default {
  title: "Кліенты",
  search: "Імя, лічбы нумара або пошта",
  hint: "Увядзіце хаця б дзве літары імя, тры лічбы або пачатак адраса.",
  nobody: "Нікога не знойдзена",
  noPhone: "няма тэлефона",
  /** @param {string} amount */
  owes: (amount) => `доўг ${amount}`,
  more: "Ёсць і іншыя: увядзіце імя паўней.",
  sellNew: "Прадаць новаму кліенту",
  left: "Засталося сэтаў",
  debt: "Доўг",
  visits: "Візіты",
  late: "Позніх скасаванняў за 90 дзён",
  noShows: "Няявак за 90 дзён",
  /** @param {string} amount */
  credit: (amount) => `Парк вінен ${amount}`,
  passes: "Абанементы",
  noPasses: "Дзейных абанементаў няма",
  /** @param {number} left @param {number} sets */
  ofPass: (left, sets) => `засталося ${left} з ${sets}`,
  /** @param {string} day */
  until: (day) => `да ${day}`,
  correct: "Выправіць",
  /** @param {string} name */
  correctNamed: (name) => `Выправіць: ${name}`,
  sell: "Прадаць абанемент",
  bookings: "Браніраванні",
  noBookings: "Браніраванняў няма",
  states,
  receipts: "Чэкі",
  /** @param {number} number */
  receipt: (number) => `Чэк ${number}`,
  phone: "Нумар тэлефона",
  name: "Імя",
  pass: "Абанемент",
  /** @param {number} number */
  sold: (number) => `Прададзена, чэк ${number}`,
  /** @param {string} amount */
  take: (amount) => `Аплачана ${amount}`,
  correctTitle: "Выправіць абанемент",
  change: "Дадаць сэтаў",
  changeNote: "З мінусам — прыбраць. Адкладзеныя для браніраванняў сэты застаюцца.",
  paidBack: "Вернута, BYN",
  reason: "Прычына, яе можа ўбачыць кліент",
  /** @param {number} number */
  correctedAs: (number) => `Выпраўлена, чэк ${number}`,
};
