/** Distances and walks in words. */
import { duration, number } from "../../core/dates.js";
import { texts } from "../../core/languages.js";

const metresInMinute = 75;
/** The longest walk offered, in minutes. */
const longestWalk = 60;

/** For example `298 m`, `1.2 km` or `48 km`. @param {number} metres */
export function distanceText(metres) {
  const text = texts("museums");
  if (metres < 1_000) return text.metres(number(Math.round(metres)));
  return text.kilometres(number(metres / 1_000, metres < 10_000 ? 1 : 0));
}

/** The minutes of a walk, or undefined if it is too far. @param {number} metres */
export function walkMinutes(metres) {
  const minutes = Math.max(1, Math.round(metres / metresInMinute));
  return minutes <= longestWalk ? minutes : undefined;
}

/** For example `298 m · 4 min`. @param {number | undefined} metres */
export function wayText(metres) {
  if (metres === undefined) return "";
  const minutes = walkMinutes(metres);
  return minutes === undefined ? distanceText(metres) : `${distanceText(metres)} · ${duration(minutes)}`;
}

/**
 * The words for the language of a text; empty for an unknown language of a newer server.
 * @param {Record<string, string>} words @param {string} language
 */
export const ofLanguage = (words, language) => words[language] ?? "";
