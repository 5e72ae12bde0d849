/** Texts of `screens/staff/customers.js` and of the till. */

/** @type {Record<string, string>} */
const states = {
  booked: "ожидается",
  "checked-in": "был",
  "no-show": "не пришёл",
  cancelled: "отменена",
};

export default {
  title: "Клиенты",
  search: "Имя, цифры номера или почта",
  hint: "Введите хотя бы две буквы имени, три цифры или начало адреса.",
  nobody: "Никто не найден",
  noPhone: "нет телефона",
  /** @param {string} amount */
  owes: (amount) => `долг ${amount}`,
  more: "Есть и другие: введите имя полнее.",
  sellNew: "Продать новому клиенту",
  left: "Осталось сетов",
  debt: "Долг",
  visits: "Визиты",
  late: "Поздних отмен за 90 дней",
  noShows: "Неявок за 90 дней",
  /** @param {string} amount */
  credit: (amount) => `Парк должен ${amount}`,
  passes: "Абонементы",
  noPasses: "Действующих абонементов нет",
  /** @param {number} left @param {number} sets */
  ofPass: (left, sets) => `осталось ${left} из ${sets}`,
  /** @param {string} day */
  until: (day) => `до ${day}`,
  correct: "Исправить",
  /** @param {string} name */
  correctNamed: (name) => `Исправить: ${name}`,
  sell: "Продать абонемент",
  bookings: "Брони",
  noBookings: "Броней нет",
  states,
  receipts: "Чеки",
  /** @param {number} number */
  receipt: (number) => `Чек ${number}`,
  phone: "Номер телефона",
  name: "Имя",
  pass: "Абонемент",
  /** @param {number} number */
  sold: (number) => `Продано, чек ${number}`,
  /** @param {string} amount */
  take: (amount) => `Оплачено ${amount}`,
  correctTitle: "Исправить абонемент",
  change: "Добавить сетов",
  changeNote: "С минусом — убрать. Отложенные для броней сеты остаются.",
  paidBack: "Возвращено, BYN",
  reason: "Причина, её может увидеть клиент",
  /** @param {number} number */
  correctedAs: (number) => `Исправлено, чек ${number}`,
};
