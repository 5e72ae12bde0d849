/** Texts of `screens/staff/cases`. */
import { plural } from "../../core/plural.js";

const count = plural("be");
/** @param {number} number */
const sets = (number) => count(number, "сэт", "сэты", "сэтаў");

/** @type {typeof import("../en/cases.js").default} */
export default {
  title: "Выпадкі",
  tabs: { open: "Адкрытыя", appeals: "Скаргі", decided: "Вырашаныя" },
  statement: "Словы кліента",
  none: "Па ўсіх выпадках ёсць рашэнні",
  noneNote: "Тут з’яўляюцца познія скасаванні і няяўкі.",
  noneDecided: "Рашэнняў пакуль няма",
  decision: "Рашэнне",
  kinds: { "late-cancellation": "Позняе скасаванне", "no-show": "Няяўка" },
  since: (moment) => `Адкрыты: ${moment}`,
  setsOf: sets,
  byPass: (number) => `Аплата па абанеменце: ${sets(number)}, адкладзена да рашэння`,
  onSite: (price) => `У парку трэба было заплаціць ${price}`,
  lateCancellations: "Позніх за 90 дзён",
  noShows: "Няявак за 90 дзён",
  debt: "Доўг",
  sanction: "Рашэнне",
  sanctions: {
    none: { name: "Без наступстваў", note: "Выпадак закрываецца." },
    warning: { name: "Папярэджанне", note: "Кліент даведаецца пра яго; нічога не спісваецца." },
    "charge-sets": { name: "Спісаць сэты", note: "Спісваюцца сэты з абанементаў кліента." },
    fee: { name: "Штраф", note: "Сума запісваецца кліенту ў доўг; плаціць у парку." },
    "prepay-only": { name: "Толькі па абанеменце", note: "Без браніраванняў з аплатай у парку да названага дня." },
    suspension: {
      name: "Забарона браніраваць",
      note: "Нельга прытрымліваць, браніраваць і пераносіць да названага дня.",
    },
  },
  sets: "Колькі сэтаў спісаць",
  fee: "Штраф, BYN",
  lastDay: "Апошні дзень",
  wrongDay: "Выберыце дзень не раней за сённяшні і ў межах двух гадоў",
  reason: "Прычына, якую ўбачыць кліент",
  reasonNote: "Яна паказваецца ў праграме разам з рашэннем.",
  costs: "У што гэта абыдзецца кліенту",
  effects: {
    nothing: "Нічога",
    setsCharged: (number) => `З абанемента будзе спісана: ${sets(number)}`,
    setsReturned: (number) => `На абанемент вернецца: ${sets(number)}`,
    needsPass: "Магчыма, толькі калі на абанементах кліента хапае сэтаў",
    priceWaived: (price) => `Кошт браніравання, ${price}, не спаганяецца`,
    debt: (fee, total) => `Доўг ${fee}, разам ${total}`,
    prepayOnly: (day) => `Браніраваць толькі па абанеменце, апошні дзень ${day}`,
    suspension: (day) => `Без новых браніраванняў, апошні дзень ${day}; зробленыя застаюцца`,
  },
  told: "Пра што даведаецца кліент",
  message: {
    none: "Паведамленне: «Вэйк-парк: рашэнне па браніраванні: без наступстваў» і прычына.",
    other: "Паведамленне: рашэнне і яго прычына.",
  },
  inApp: (sanction, reason) => `У праграме: ${sanction}. ${reason}`,
  languageNote: "Паведамленне ідзе на мове кліента.",
  decide: "Прыняць рашэнне",
  decided: "Рашэнне прынята",
  reverse: "Скасаваць рашэнне",
  reverseNamed: (name) => `Скасаваць рашэнне: ${name}`,
  decidedBy: (moment, name) => (name ? `Рашэнне: ${name}, ${moment}` : `Рашэнне прынята: ${moment}`),
  reversedBy: (moment, name) => (name ? `Скасаванне рашэння: ${name}, ${moment}` : `Рашэнне скасавана: ${moment}`),
  reversed: "Рашэнне скасавана",
};
