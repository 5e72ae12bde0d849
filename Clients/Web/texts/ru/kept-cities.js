/** Texts of `screens/museums/kept-cities`. */
import { plural } from "../../core/plural.js";

const count = plural("ru");
const megabytes = new Intl.NumberFormat("ru", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @type {typeof import("../en/kept-cities.js").default} */
export default {
  kept: "Доступны без сети",
  /** @param {string} city */
  keep: (city) => `${city}: сохранить для работы без сети`,
  /** @param {number} most */
  full: (most) => `Без сети можно держать не больше ${most} городов. Чтобы сохранить другой, удалите один из них.`,
  /** @param {number} number */
  count: (number) => count(number, "музей", "музея", "музеев"),
  /** @param {number} bytes */
  size: (bytes) =>
    bytes < 100_000 ? `${Math.ceil(bytes / 1_000)}\u00a0КБ` : `${megabytes.format(bytes / 1_000_000)}\u00a0МБ`,
  /** @param {string} city */
  refresh: (city) => `${city}: обновить`,
  /** @param {string} city */
  forget: (city) => `${city}: удалить с этого устройства`,
};
