import { plural } from "../../core/plural.js";

const count = plural("be");

/** @type {typeof import("../en/today.js").default} */
export default {
  title: "Сёння",
  dialNow: (time) => `Суткі па коле, поўдзень уверсе. Цяпер ${time}.`,
  dialSun: (rise, set) => `Усход ${rise}, заход ${set}.`,
  dialLessons: (spans) => `Заняткі: ${spans}.`,
  dialBookings: (spans) => `Вэйк: ${spans}.`,
  wet: { rain: "Дождж", snow: "Снег", sleet: "Снег з дажджом", thunderstorm: "Навальніца", hail: "Град" },
  wetFromTo: (kind, from, to) => `${kind} з ${from} да ${to}`,
  wetUntil: (kind, to) => `${kind} да ${to}`,
  wetFrom: (kind, from) => `${kind} з ${from}`,
  wetOn: (kind) => `${kind} да канца дня`,
  dry: "Да канца дня без ападкаў",
  openWeather: "Надвор’е па гадзінах і днях",
  week: (number) => `${number}-${number === 2 || number === 3 ? "і" : "ы"} тыдзень`,
  chooseGroup: "Выбраць сваю групу",
  chooseGroupNote: "Тут з’явіцца найбліжэйшы занятак.",
  needNone: "Мне не патрэбны расклад",
  noMoreToday: "Сёння больш нічога няма",
  noLessons: "Наперадзе заняткаў няма",
  noTimetable: "Універсітэт не публікуе расклад гэтай групы",
  left: (time) => `Яшчэ ${time}`,
  startsIn: (time) => `Праз ${time}`,
  subgroup: (number) => `${number}-я падгрупа`,
  wake: (reverse) => `Вэйк, ${reverse}`,
  wakeAlone: "Вэйк",
  setsByPass: (number) => `${count(number, "сэт", "сэты", "сэтаў")} па абанеменце`,
  setsOnSite: (number, price) => `${count(number, "сэт", "сэты", "сэтаў")}, ${price} у парку`,
  freeUntil: (time) => `бясплатнае скасаванне да ${time}`,
  news: "Навіны",
  allNews: (number) => `Усе ${number}`,
};
