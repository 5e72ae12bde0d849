import { plural } from "../../core/plural.js";

const count = plural("ru");

/** @type {typeof import("../en/history.js").default} */
export default {
  title: "Сохранённая погода",
  intro: "Места с погодой, какой она была в минуту сохранения.",
  needsAccount: "Сохранённая погода — в вашем профиле. Войдите, чтобы её увидеть.",
  empty: "Пока ничего не сохранено",
  emptyNote: "Закладка на экранах «Сегодня» и «Погода» сохраняет место вместе с погодой.",
  toWeather: "К погоде",
  queued: "Ожидает связи",
  queuedNote: "Сохранится с погодой той минуты, когда запись уйдёт.",
  remove: "Удалить",
  removeNamed: (name) => `Удалить: ${name}`,
  removeTitle: "Удалить эту запись?",
  removeSentence: "Она исчезнет на всех ваших устройствах.",
  removed: "Удалено",
  clear: "Удалить все",
  clearTitle: "Удалить все записи?",
  clearSentence: (number) => `Вы удалите ${count(number, "запись", "записи", "записей")} на всех своих устройствах.`,
  cleared: "Все записи удалены",
  savedAt: (moment) => `Сохранено: ${moment}`,
  address: "Адрес",
  coordinates: "Координаты",
  precision: { house: "до дома", street: "до улицы", city: "до города", country: "до страны", none: "неизвестна" },
  precisionName: "Точность",
  noAddress: "Адрес был неизвестен",
  noWeather: "Погода в ту минуту была неизвестна",
  street: "Улица",
  city: "Город",
  region: "Область",
  country: "Страна",
  missing: "Этой записи больше нет",
  toList: "К сохранённой погоде",
};
