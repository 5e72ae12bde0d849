/** Texts of `screens/park/about.js`. */
import { plural } from "../../core/plural.js";

const count = plural("be");

/** @type {typeof import("../en/about.js").default} */
export default {
  hours: "Гадзіны працы",
  closed: "зачынена",
  prices: "Цэны",
  usual: "Сэт",
  setLength: (number) => `Сэт доўжыцца ${count(number, "хвіліну", "хвіліны", "хвілін")}.`,
  rules: "Правілы",
  reverses: "Рэверсы",
  way: "Як дабрацца",
  map: "Адкрыць на карце",
  coordinates: "Каардынаты",
  passes: "Абанементы",
};
