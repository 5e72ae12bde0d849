/** The age of what a screen shows. */
import { momentOf, timeOf } from "../core/dates.js";

/**
 * The sentence for a time of today, or else the date and the time alone.
 * @param {number} instant @param {(time: string) => string} write @param {string | undefined} zone @param {number} [now]
 */
export function ageOf(instant, write, zone, now) {
  const moment = momentOf(instant, zone, now);
  return moment === timeOf(instant, zone) ? write(moment) : moment;
}
