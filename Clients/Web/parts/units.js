/**
 * Values of the weather in the chosen units.
 *
 * Answers are asked for in metric units, so that a kept one serves both, and a colour always means the same temperature.
 */
import { number } from "../core/dates.js";
import { texts } from "../core/languages.js";
import { settings } from "../core/settings.js";

const isImperial = () => Boolean(settings.current.units);

/** The names of the chosen units. */
export const unitNames = () => texts("weather").units[isImperial() ? "imperial" : "metric"];

/** For example `−4°`. @param {number} degrees In Celsius. */
export const temperature = (degrees) => `${number(isImperial() ? degrees * 1.8 + 32 : degrees)}°`;

/** A speed as a number. @param {number} metres Per second. */
export const speedNumber = (metres) => number(isImperial() ? metres * 2.237 : metres);

/** An amount of rain as a number. @param {number} millimetres */
export const rainNumber = (millimetres) => isImperial() ? number(millimetres / 25.4, 2) : number(millimetres, 1);

/** For example `1.4 mm`. @param {number} millimetres */
export const rainWords = (millimetres) => `${rainNumber(millimetres)}\u00a0${unitNames().rain}`;

/** For example `1013 hPa`. @param {number} hectopascals */
export const pressureWords = (hectopascals) =>
  `${isImperial() ? number(hectopascals * 0.02953, 2) : number(hectopascals)}\u00a0${unitNames().pressure}`;

/** For example `4.2 km`; less than ten get a decimal. @param {number} metres */
export function distanceWords(metres) {
  const distance = metres / (isImperial() ? 1609 : 1000);
  return `${number(distance, distance < 10 ? 1 : 0)}\u00a0${unitNames().distance}`;
}
