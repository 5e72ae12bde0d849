/** Texts of `screens/museums/kept-cities`. */
import { plural } from "../../core/plural.js";

const count = plural("be");
const megabytes = new Intl.NumberFormat("be", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @type {typeof import("../en/kept-cities.js").default} */
export default {
  kept: "Даступныя без сеткі",
  /** @param {string} city */
  keep: (city) => `${city}: захаваць для працы без сеткі`,
  /** @param {number} most */
  full: (most) => `Без сеткі можна трымаць не больш за ${most} гарадоў. Каб захаваць іншы, выдаліце адзін з іх.`,
  /** @param {number} number */
  count: (number) => count(number, "музей", "музеі", "музеяў"),
  /** @param {number} bytes */
  size: (bytes) =>
    bytes < 100_000 ? `${Math.ceil(bytes / 1_000)}\u00a0КБ` : `${megabytes.format(bytes / 1_000_000)}\u00a0МБ`,
  /** @param {string} city */
  refresh: (city) => `${city}: абнавіць`,
  /** @param {string} city */
  forget: (city) => `${city}: выдаліць з гэтай прылады`,
};
