/** The weather of steps and days in words. */
import { number, partsIn, temperature, timeOf, weekday } from "../../core/dates.js";
import { texts } from "../../core/languages.js";
import { windWords } from "../../parts/wind.js";

/**
 * @typedef {import("../../contract/types.d.ts").WeatherStep} Step
 * @typedef {import("../../contract/types.d.ts").WeatherDay} Day
 */

/** @param {string} words */
const small = (words) => `${words.slice(0, 1).toLowerCase()}${words.slice(1)}`;

/** The least precipitation mentioned, in millimetres; less counts as dry. */
const leastRain = 0.1;

/** 0 night, 1 morning, 2 afternoon, 3 evening. @param {number} minutes Of the day. */
export const partOfDay = (minutes) => Math.floor(minutes / 360);

/** True for a condition worth a note; clouds alone are not. @param {string} condition */
const isNotable = (condition) => !/^(clear|mostly-clear|partly-cloudy|mostly-cloudy|overcast|unknown)$/.test(condition);

/**
 * The time of the worst hours of a day: a part of the day, `all-day`, or null if they need no note, because they
 * prevail or are over.
 * @param {Pick<Day, "condition" | "worst">} day
 * @param {Pick<Step, "at" | "condition">[]} steps The steps of the day that are not over.
 * @param {string | undefined} zone
 * @returns {number | "all-day" | null}
 */
export function timeOfWorst(day, steps, zone) {
  if (day.worst === day.condition || !isNotable(day.worst)) return null;
  const parts = new Set(
    steps.filter((step) => step.condition === day.worst).map((step) => partOfDay(partsIn(step.at, zone).minutes)),
  );
  if (parts.size === 0) return null;
  return parts.size > 2 ? "all-day" : Math.min(...parts);
}

/**
 * The words beside a day: the prevailing weather, and the worst hours as a note.
 * @param {Day} day @param {Step[]} steps The steps of the day that are not over.
 * @param {string | undefined} zone @param {boolean} isToday Past rain is not mentioned.
 * @returns {{ prevailing: string, when?: string, worst?: string, amount?: string }}
 */
export function dayWords(day, steps, zone, isToday) {
  const text = texts("weather");
  const when = timeOfWorst(day, steps, zone);
  const left = steps.reduce((sum, step) => sum + (step.precipitation ?? 0), 0);
  const amount = isToday ? left : day.precipitation ?? 0;
  return {
    prevailing: small(day.text),
    when: when === null ? undefined : when === "all-day" ? text.allDay : text.partsOfDay[when],
    worst: when === null ? undefined : small(day.worstText),
    amount: amount >= leastRain ? text.millimetres(number(amount, 1)) : undefined,
  };
}

/** A step in one sentence. @param {Step} step @param {string | undefined} zone */
export function stepWords(step, zone) {
  const text = texts("weather");
  const { precipitation = 0, feelsLike, precipitationProbability: chance } = step;
  const wind = windWords(step);
  return [
    `${weekday(step.date)}, ${timeOf(step.at, zone)}: ${small(step.text)}`,
    temperature(step.temperature),
    feelsLike !== undefined && text.feelsShort(temperature(feelsLike)),
    precipitation >= leastRain && text.millimetres(number(precipitation, 1)),
    chance !== undefined && chance > 0 && text.chance(text.percent(number(chance))),
    wind && text.wind(wind),
  ].filter(Boolean).join(", ");
}

/** For example `24 Nov`. @param {string} date */
export const shortDate = (date) =>
  `${Number(date.slice(8))}\u00a0${texts("weather").months[Number(date.slice(5, 7)) - 1]}`;
