/** The name of a day in headings. */
import { dayAndMonth, daysBetween, longDate, nearDate } from "../../core/dates.js";

/**
 * For example `Tomorrow, 24 November`, or `Friday, 27 November` for a more distant day.
 * @param {import("../../core/dates.js").LocalDate} date
 * @param {import("../../core/dates.js").LocalDate} today
 */
export function dayName(date, today) {
  const isNear = Math.abs(daysBetween(today, date)) <= 1;
  return isNear ? `${nearDate(date, today)}, ${dayAndMonth(date, today)}` : longDate(date, today);
}
