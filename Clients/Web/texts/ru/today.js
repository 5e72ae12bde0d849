import { plural } from "../../core/plural.js";

const count = plural("ru");

/** @type {typeof import("../en/today.js").default} */
export default {
  title: "Сегодня",
  dialNow: (time) => `Сутки по кругу, полдень вверху. Сейчас ${time}.`,
  dialSun: (rise, set) => `Восход ${rise}, закат ${set}.`,
  dialLessons: (spans) => `Занятия: ${spans}.`,
  dialBookings: (spans) => `Вейк: ${spans}.`,
  wet: { rain: "Дождь", snow: "Снег", sleet: "Снег с дождём", thunderstorm: "Гроза", hail: "Град" },
  wetFromTo: (kind, from, to) => `${kind} с ${from} до ${to}`,
  wetUntil: (kind, to) => `${kind} до ${to}`,
  wetFrom: (kind, from) => `${kind} с ${from}`,
  wetOn: (kind) => `${kind} до конца дня`,
  dry: "До конца дня без осадков",
  openWeather: "Погода по часам и дням",
  week: (number) => `${number}-я неделя`,
  chooseGroup: "Выбрать свою группу",
  chooseGroupNote: "Здесь появится ближайшее занятие.",
  needNone: "Мне не нужно расписание",
  noMoreToday: "Сегодня больше ничего нет",
  noLessons: "Впереди занятий нет",
  noTimetable: "Университет не публикует расписание этой группы",
  left: (time) => `Ещё ${time}`,
  startsIn: (time) => `Через ${time}`,
  subgroup: (number) => `${number}-я подгруппа`,
  wake: (reverse) => `Вейк, ${reverse}`,
  wakeAlone: "Вейк",
  setsByPass: (number) => `${count(number, "сет", "сета", "сетов")} по абонементу`,
  setsOnSite: (number, price) => `${count(number, "сет", "сета", "сетов")}, ${price} в парке`,
  freeUntil: (time) => `бесплатная отмена до ${time}`,
  news: "Новости",
  allNews: (number) => `Все ${number}`,
};
