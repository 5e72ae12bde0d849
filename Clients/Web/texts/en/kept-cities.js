/** Texts of `screens/museums/kept-cities`. */
import { plural } from "../../core/plural.js";

const count = plural("en");
const megabytes = new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export default {
  kept: "Kept offline",
  /** @param {string} city */
  keep: (city) => `Keep ${city} offline`,
  /** @param {number} most */
  full: (most) => `${most} cities are kept offline, which is the limit. Remove one to keep another.`,
  /** @param {number} number */
  count: (number) => count(number, "museum", "museums"),
  /** @param {number} bytes */
  size: (bytes) =>
    bytes < 100_000 ? `${Math.ceil(bytes / 1_000)}\u00a0KB` : `${megabytes.format(bytes / 1_000_000)}\u00a0MB`,
  /** @param {string} city */
  refresh: (city) => `Update ${city}`,
  /** @param {string} city */
  forget: (city) => `Remove ${city} from this device`,
};
