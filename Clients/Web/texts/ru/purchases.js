/** Texts of `screens/staff/purchases`. */
import { plural } from "../../core/plural.js";

const count = plural("ru");
/** @param {number} number */
const sets = (number) => count(number, "сет", "сета", "сетов");

/** @type {typeof import("../en/purchases.js").default} */
export default {
  title: "Проданные абонементы",
  none: "Абонементов ещё не покупали",
  nothingFound: "Покупок с таким номером нет",
  states: {
    pending: "Ещё не оплачен",
    failed: "Оплата не прошла",
    expired: "Не оплачен вовремя",
    refunding: "Деньги возвращаются",
    refunded: "Деньги возвращены",
  },
  left: (left, number) => `Осталось ${left} из ${number}`,
  refund: "Вернуть деньги",
  refundNamed: (customer, name) => `Вернуть деньги: ${customer}, ${name}`,
  sheet: {
    title: "Вернуть деньги за абонемент?",
    takes: (number) => `С абонемента сразу будет списано: ${sets(number)}.`,
    returns: (amount) => `${amount} вернутся тем же способом, которым были уплачены.`,
    final: "Возврат нельзя отменить.",
    reason: "Причина",
    reasonNote: "Она останется в записях парка.",
    confirm: (amount) => `Вернуть ${amount}`,
    done: "Деньги возвращены",
  },
};
