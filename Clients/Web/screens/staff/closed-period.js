/** The period of a closure, as entered in the form. */
import { partsIn, weekdayOf } from "../../core/dates.js";
import { instantIn, minutesOf, timeFrom } from "./times.js";

/**
 * @typedef {{ reverseId: string, date: string, from: string, lastDate: string, to: string }} Wish `reverseId`: empty for
 *   all reverses.
 */

/**
 * The initial period of the form: from now, or from the opening, until the park closes.
 * @param {{ park: import("./day.js").Park, date: string, present: string, zone: string, now: number }} day
 * @returns {Wish}
 */
export function wishFor({ park, date: shown, present, zone, now }) {
  const date = shown < present ? present : shown;
  const hours = park.hours.find((one) => one.weekday === weekdayOf(date) + 1);
  const minutes = partsIn(now, zone).minutes;
  const opens = minutesOf(hours?.opens ?? "00:00") ?? 0;
  const from = date === present ? Math.max(opens, Math.floor(minutes / 5) * 5) : opens;
  // A time field cannot hold the end of the day.
  const to = hours?.closes === "24:00" ? "23:59" : hours?.closes ?? "23:59";
  return { reverseId: "", date, from: timeFrom(from), lastDate: date, to };
}

/**
 * The period as instants, or undefined if it is invalid or over.
 * @param {Wish} wish @param {string} zone @param {number} now
 */
export function periodOf(wish, zone, now) {
  const [from, to] = [minutesOf(wish.from), minutesOf(wish.to)];
  if (from === undefined || to === undefined) return undefined;
  const period = { from: instantIn(wish.date, from, zone), to: instantIn(wish.lastDate, to, zone) };
  return Date.parse(period.to) > Math.max(now, Date.parse(period.from)) ? period : undefined;
}
