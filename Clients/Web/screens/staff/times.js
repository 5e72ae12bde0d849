/** Local times of the park as instants, and amounts as people type them. */
import { partsIn } from "../../core/dates.js";
import { money } from "../../core/money.js";

/**
 * The instant of a local time; if clocks skip that time, the instant as many minutes after midnight.
 * @param {string} date @param {number} minutes Minutes after midnight; 1440 is the end of the day. @param {string} zone
 */
export function instantIn(date, minutes, zone) {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000;
  let guess = wanted;
  for (let round = 0; round < 2; round += 1) {
    const local = partsIn(guess, zone);
    guess += wanted - (Date.parse(`${local.date}T00:00:00Z`) + local.minutes * 60_000);
  }
  return new Date(guess).toISOString().replace(".000Z", "Z");
}

/** Minutes after midnight of `09:05`, or undefined. @param {string} time */
export function minutesOf(time) {
  const parts = /^(\d{1,2}):(\d{2})$/.exec(time);
  if (!parts) return undefined;
  const minutes = Number(parts[1]) * 60 + Number(parts[2]);
  return minutes <= 1440 && Number(parts[2]) < 60 ? minutes : undefined;
}

/** For example `09:05`. @param {number} minutes */
export const timeFrom = (minutes) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/**
 * The minor units of an amount such as `25,50`, or undefined if it is malformed.
 * @param {string} text
 */
export function minorUnits(text) {
  const parts = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.replaceAll(/\s/g, ""));
  if (!parts) return undefined;
  return Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0"));
}

/** An amount without its currency. @param {import("../../contract/types.d.ts").Money} value */
export const plainAmount = (value) => money(value).split("\u00a0").slice(0, -1).join("\u00a0");
