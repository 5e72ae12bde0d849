/** The wind: its direction in words, and a ring with an arrow. */
import { texts } from "../core/languages.js";
import { html } from "../core/view.js";
import { speedNumber, unitNames } from "./units.js";

/** One of eight directions, from north, clockwise. @param {number} degrees */
export const directionOf = (degrees) => Math.round((((degrees % 360) + 360) % 360) / 45) % 8;

/** For example `5 m/s, gusts to 9`. @param {number} speed In metres per second. @param {string} [gust] */
export const speedWords = (speed, gust) =>
  // No line ends within the unit, where browsers would end one.
  texts("weather").speed(speedNumber(speed), unitNames().speed.replace("/", "/\u2060"), gust);

/**
 * For example `NW, 5 m/s`; undefined if the speed is unknown.
 * @param {{ windSpeed?: number, windDirection?: number }} weather
 */
export function windWords({ windSpeed, windDirection }) {
  if (windSpeed === undefined) return undefined;
  const text = texts("weather");
  const speed = speedWords(windSpeed);
  return windDirection === undefined ? speed : `${text.windShort[directionOf(windDirection)]}, ${speed}`;
}

/** A ring with an arrow that flies with the wind. @param {{ degrees: number }} props */
export const WindRing = ({ degrees }) =>
  html`
    <svg class="wind-ring" viewBox="0 0 44 44" aria-hidden="true">
      <circle cx="22" cy="22" r="18.5" />
      <path d="M22 8v26M16 14.5 22 8l6 6.5" transform=${`rotate(${Math.round(degrees) + 180} 22 22)`} />
    </svg>
  `;
