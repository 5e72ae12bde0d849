/** Texts of `screens/staff/purchases`. */
import { plural } from "../../core/plural.js";

const count = plural("be");
/** @param {number} number */
const sets = (number) => count(number, "сэт", "сэты", "сэтаў");

/** @type {typeof import("../en/purchases.js").default} */
export default {
  title: "Прададзеныя абанементы",
  none: "Абанементаў яшчэ не куплялі",
  nothingFound: "Пакупак з такім нумарам няма",
  states: {
    pending: "Яшчэ не аплачаны",
    failed: "Аплата не прайшла",
    expired: "Не аплачаны своечасова",
    refunding: "Грошы вяртаюцца",
    refunded: "Грошы вернуты",
  },
  left: (left, number) => `Засталося ${left} з ${number}`,
  refund: "Вярнуць грошы",
  refundNamed: (customer, name) => `Вярнуць грошы: ${customer}, ${name}`,
  sheet: {
    title: "Вярнуць грошы за абанемент?",
    takes: (number) => `З абанемента адразу будзе спісана: ${sets(number)}.`,
    returns: (amount) => `${amount} вернуцца тым жа спосабам, якім былі заплачаны.`,
    final: "Вяртанне нельга скасаваць.",
    reason: "Прычына",
    reasonNote: "Яна застанецца ў запісах парка.",
    confirm: (amount) => `Вярнуць ${amount}`,
    done: "Грошы вернуты",
  },
};
