/**
 * Dates, times and numbers as people write them.
 *
 * Chromium has no Belarusian beyond plural forms, so the names of months and weekdays come from the language files.
 */
import { language, texts } from "./languages.js";
import { changeSettings, settings } from "./settings.js";

/** A day of the calendar without a time zone, such as `2026-11-23`. @typedef {string} LocalDate */

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/**
 * The name of a zone followed by the device's offsets from UTC in winter and in summer. They change when the device moves
 * to another zone.
 * @param {string} zone
 */
const withOffsets = (zone) => zone + [0, 6].map((month) => new Date(2026, month).getTimezoneOffset());

/**
 * Stores the device's zone, so that later visits read its clock for times in that zone: the first use of
 * `Intl.DateTimeFormat` takes a slow phone a tenth of a second.
 */
export function learnZone() {
  const zone = withOffsets(Intl.DateTimeFormat().resolvedOptions().timeZone);
  if (zone !== settings.current.zone) changeSettings({ zone });
}

/**
 * The calendar's parts of an instant in a time zone.
 * @param {number | string | Date} instant @param {string} [zone] The device's by default.
 */
export function partsIn(instant, zone) {
  const date = new Date(instant);
  let text;
  if (!zone || withOffsets(zone) === settings.current.zone) {
    text = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  } else {
    // Swedish writes dates as ISO 8601 does.
    const format = formats.get(zone) ??
      new Intl.DateTimeFormat("sv", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
    formats.set(zone, format);
    text = format.format(date);
  }
  const [day, time] = text.split(/[T .]/);
  const [hours, minutes, seconds] = time.split(":").map(Number);
  return { date: day, time: time.slice(0, 5), minutes: hours * 60 + minutes, seconds };
}

/** @param {string} [zone] @param {number} [now] @returns {LocalDate} */
export const today = (zone, now = Date.now()) => partsIn(now, zone).date;

/** The time of day, for example `09:05`. @param {number | string | Date} instant @param {string} [zone] */
export const timeOf = (instant, zone) => partsIn(instant, zone).time;

/** @param {LocalDate} date */
const asUTC = (date) => new Date(`${date}T00:00:00Z`);

/** @param {LocalDate} date @param {number} days @returns {LocalDate} */
export const addDays = (date, days) => new Date(asUTC(date).getTime() + days * 86_400_000).toISOString().slice(0, 10);

/** The number of days from one date to another. @param {LocalDate} from @param {LocalDate} to */
export const daysBetween = (from, to) => Math.round((asUTC(to).getTime() - asUTC(from).getTime()) / 86_400_000);

/** 0 is Monday, 6 is Sunday. @param {LocalDate} date */
export const weekdayOf = (date) => (asUTC(date).getUTCDay() + 6) % 7;

/** @param {LocalDate} date */
export const dayOf = (date) => asUTC(date).getUTCDate();

/** For example `Mon`. @param {LocalDate} date */
export const shortWeekday = (date) => texts("core").dates.shortWeekdays[weekdayOf(date)];

/** For example `Monday`. @param {LocalDate} date */
export const weekday = (date) => texts("core").dates.weekdays[weekdayOf(date)];

/** For example `23 November`; with the year unless it is the current one. @param {LocalDate} date */
export function dayAndMonth(date, present = today()) {
  const name = `${dayOf(date)}\u00a0${texts("core").dates.monthsOfDays[asUTC(date).getUTCMonth()]}`;
  return date.slice(0, 4) === present.slice(0, 4) ? name : `${name} ${date.slice(0, 4)}`;
}

/** For example `Monday, 23 November`. @param {LocalDate} date */
export const longDate = (date, present = today()) => `${weekday(date)}, ${dayAndMonth(date, present)}`;

/** `Today`, `Tomorrow`, `Yesterday`, or the date. @param {LocalDate} date @param {LocalDate} [present] */
export function nearDate(date, present = today()) {
  const { dates } = texts("core");
  const distance = daysBetween(present, date);
  if (distance === 0) return dates.today;
  if (distance === 1) return dates.tomorrow;
  if (distance === -1) return dates.yesterday;
  return dayAndMonth(date, present);
}

/** The age of a value, for example `today, 14:05`. @param {number | string} instant @param {string} [zone] */
export function momentOf(instant, zone, now = Date.now()) {
  const { date, time } = partsIn(instant, zone);
  const name = nearDate(date, today(zone, now));
  return date === today(zone, now) ? time : `${name[0].toLowerCase()}${name.slice(1)}, ${time}`;
}

/** A duration in minutes, for example `1 h 25 min`. @param {number} minutes */
export function duration(minutes) {
  const { dates } = texts("core");
  const hours = Math.floor(minutes / 60);
  const rest = Math.round(minutes % 60);
  if (hours === 0) return dates.minutes(rest);
  return rest === 0 ? dates.hours(hours) : `${dates.hours(hours)} ${dates.minutes(rest)}`;
}

/**
 * A number with the language's decimal separator and a true minus sign.
 * @param {number} value @param {number} [digits] The maximum number of fraction digits.
 */
export function number(value, digits = 0) {
  const rounded = Number(value.toFixed(digits));
  const [whole, fraction] = Math.abs(rounded).toFixed(digits).split(".");
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, "\u00a0") : whole;
  const tail = fraction?.replace(/0+$/, "");
  const sign = rounded < 0 ? "−" : "";
  return sign + grouped + (tail ? (language.current === "en" ? "." : ",") + tail : "");
}
