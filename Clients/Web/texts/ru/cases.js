/** Texts of `screens/staff/cases`. */
import { plural } from "../../core/plural.js";

const count = plural("ru");
/** @param {number} number */
const sets = (number) => count(number, "сет", "сета", "сетов");

/** @type {typeof import("../en/cases.js").default} */
export default {
  title: "Случаи",
  tabs: { open: "Открытые", appeals: "Жалобы", decided: "Решённые" },
  statement: "Слова клиента",
  none: "По всем случаям есть решения",
  noneNote: "Здесь появляются поздние отмены и неявки.",
  noneDecided: "Решений пока нет",
  decision: "Решение",
  kinds: { "late-cancellation": "Поздняя отмена", "no-show": "Неявка" },
  since: (moment) => `Открыт: ${moment}`,
  setsOf: sets,
  byPass: (number) => `Оплата по абонементу: ${sets(number)}, отложено до решения`,
  onSite: (price) => `В парке нужно было заплатить ${price}`,
  lateCancellations: "Поздних за 90 дней",
  noShows: "Неявок за 90 дней",
  debt: "Долг",
  sanction: "Решение",
  sanctions: {
    none: { name: "Без последствий", note: "Случай закрывается." },
    warning: { name: "Предупреждение", note: "Клиент узнает о нём; ничего не списывается." },
    "charge-sets": { name: "Списать сеты", note: "Списываются сеты с абонементов клиента." },
    fee: { name: "Штраф", note: "Сумма записывается клиенту в долг; платить в парке." },
    "prepay-only": { name: "Только по абонементу", note: "Без броней с оплатой в парке до указанного дня." },
    suspension: {
      name: "Запрет на бронирование",
      note: "Нельзя придерживать, бронировать и переносить до указанного дня.",
    },
  },
  sets: "Сколько сетов списать",
  fee: "Штраф, BYN",
  lastDay: "Последний день",
  wrongDay: "Выберите день не раньше сегодняшнего и в пределах двух лет",
  reason: "Причина, которую увидит клиент",
  reasonNote: "Она показывается в приложении вместе с решением.",
  costs: "Во что это обойдётся клиенту",
  effects: {
    nothing: "Ничего",
    setsCharged: (number) => `С абонемента будет списано: ${sets(number)}`,
    setsReturned: (number) => `На абонемент вернётся: ${sets(number)}`,
    needsPass: "Возможно, только если на абонементах клиента хватает сетов",
    priceWaived: (price) => `Стоимость брони, ${price}, не взимается`,
    debt: (fee, total) => `Долг ${fee}, всего ${total}`,
    prepayOnly: (day) => `Бронировать только по абонементу, последний день ${day}`,
    suspension: (day) => `Без новых броней, последний день ${day}; сделанные брони остаются`,
  },
  told: "Что узнает клиент",
  message: {
    none: "Сообщение: «Вейк-парк: решение по брони: без последствий» и причина.",
    other: "Сообщение: решение и его причина.",
  },
  inApp: (sanction, reason) => `В приложении: ${sanction}. ${reason}`,
  languageNote: "Сообщение уходит на языке клиента.",
  decide: "Принять решение",
  decided: "Решение принято",
  reverse: "Отменить решение",
  reverseNamed: (name) => `Отменить решение: ${name}`,
  decidedBy: (moment, name) => (name ? `Решение: ${name}, ${moment}` : `Решение принято: ${moment}`),
  reversedBy: (moment, name) => (name ? `Отмена решения: ${name}, ${moment}` : `Решение отменено: ${moment}`),
  reversed: "Решение отменено",
};
