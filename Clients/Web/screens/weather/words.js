/** The weather of steps and days in words. */
import { number, partsIn, timeOf, today, weekday } from "../../core/dates.js";
import { texts } from "../../core/languages.js";
import { rainWords, speedNumber, temperature } from "../../parts/units.js";
import { directionOf, speedWords, windWords } from "../../parts/wind.js";

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
  const own = texts("forecast");
  const when = timeOfWorst(day, steps, zone);
  const left = steps.reduce((sum, step) => sum + (step.precipitation ?? 0), 0);
  const amount = isToday ? left : day.precipitation ?? 0;
  return {
    prevailing: small(day.text),
    when: when === null ? undefined : when === "all-day" ? own.allDay : own.partsOfDay[when],
    worst: when === null ? undefined : small(day.worstText),
    amount: amount >= leastRain ? rainWords(amount) : undefined,
  };
}

/** An ultraviolet index with its level, for example `5, moderate`. @param {number} index */
export function uvWords(index) {
  const whole = Math.round(index);
  const level = [3, 6, 8, 11].filter((bound) => whole >= bound).length;
  return `${number(whole)}, ${texts("forecast").uvLevels[level]}`;
}

/**
 * The wind and the ultraviolet index of a day.
 * @param {Pick<Day, "windDirection" | "windMaximum" | "windGustMaximum" | "uvMaximum">} day
 */
export function dayNote({ windDirection, windMaximum, windGustMaximum, uvMaximum }) {
  const text = texts("weather");
  const own = texts("forecast");
  const gust = windGustMaximum !== undefined && windGustMaximum > (windMaximum ?? 0)
    ? speedNumber(windGustMaximum)
    : undefined;
  return [
    windMaximum !== undefined &&
    `${windDirection === undefined ? text.facts.wind : text.windFrom(directionOf(windDirection))} ${
      own.upTo(speedWords(windMaximum, gust))
    }`,
    uvMaximum !== undefined && own.uv(uvWords(uvMaximum)),
  ].filter(Boolean).join(" · ");
}

/** A step in one sentence. @param {Step} step @param {string | undefined} zone */
export function stepWords(step, zone) {
  const text = texts("weather");
  const own = texts("forecast");
  const { precipitation = 0, feelsLike, precipitationProbability: chance } = step;
  const wind = windWords(step);
  return [
    `${weekday(step.date)}, ${timeOf(step.at, zone)}: ${small(step.text)}`,
    temperature(step.temperature),
    feelsLike !== undefined && text.feelsShort(temperature(feelsLike)),
    precipitation >= leastRain && rainWords(precipitation),
    chance !== undefined && chance > 0 && own.chance(text.percent(number(chance))),
    wind && text.wind(wind),
  ].filter(Boolean).join(", ");
}

/** For example `24 Nov`. @param {string} date */
export const shortDate = (date) =>
  `${Number(date.slice(8))}\u00a0${texts("forecast").months[Number(date.slice(5, 7)) - 1]}`;

/** The length of a step, in milliseconds. */
const stepMs = 3 * 3_600_000;

/**
 * The part of a forecast that is not over, because it may have been kept for days; undefined if all of it is.
 * @param {import("../../contract/types.d.ts").WeatherForecastResult} forecast @param {number} now
 */
export function comingOf(forecast, now) {
  const steps = forecast.steps.filter(({ at }) => Date.parse(at) + stepMs > now);
  const present = today(forecast.timeZone, now);
  return steps.length > 0
    ? { ...forecast, steps, days: forecast.days.filter(({ date }) => date >= present) }
    : undefined;
}
