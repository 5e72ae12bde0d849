/** Texts of `screens/park/about.js`. */
import { plural } from "../../core/plural.js";

const count = plural("ru");

/** @type {typeof import("../en/about.js").default} */
export default {
  hours: "Часы работы",
  closed: "закрыто",
  prices: "Цены",
  usual: "Сет",
  setLength: (number) => `Сет длится ${count(number, "минуту", "минуты", "минут")}.`,
  rules: "Правила",
  reverses: "Реверсы",
  way: "Как добраться",
  map: "Открыть на карте",
  coordinates: "Координаты",
  passes: "Абонементы",
};
