/** The weather's values with their names. */
import { momentOf, number, timeOf } from "../core/dates.js";
import { useTexts } from "../core/languages.js";
import { html } from "../core/view.js";
import { distanceWords, pressureWords, rainWords, speedNumber, temperature } from "./units.js";
import { WeatherIcon } from "./weather-icon.js";
import { directionOf, speedWords, WindRing } from "./wind.js";

/** @typedef {import("../contract/types.d.ts").WeatherCurrentResult} Weather */

/** The temperature in large digits, with the condition in words. @param {{ weather: Weather }} props */
export function WeatherNow({ weather }) {
  const text = useTexts("weather");
  const { feelsLike } = weather;
  return html`
    <div class="weather-now">
      <p class="numeral">${temperature(weather.temperature)}<${WeatherIcon} condition=${weather
        .condition} isDay=${weather.isDay} /></p>
      <p><span class="text-4">${weather.text}</span>
          ${feelsLike !== undefined &&
            html`<span class="muted feels">${text.feelsLike(temperature(feelsLike))}</span>`}</p>
    </div>
  `;
}

/**
 * @param {{ weather: Weather, isFull?: boolean, more?: [string, string | undefined][] }} props `isFull`: shows every
 *   value, as for a saved look-up; `more`: further names and values.
 */
export function WeatherFacts({ weather, isFull, more = [] }) {
  const text = useTexts("weather");
  const { facts } = text;
  const zone = weather.timeZone;
  const sun = weather.sunrise && weather.sunset &&
    `${timeOf(weather.sunrise, zone)} – ${timeOf(weather.sunset, zone)}`;
  /** @param {number | undefined} value @param {(value: number) => string} write */
  const written = (value, write) => (value === undefined ? undefined : write(value));
  /** @type {[string, string | undefined][]} */
  const values = [
    [facts.sun, sun || undefined],
    [facts.pressure, written(weather.pressure, pressureWords)],
    [facts.humidity, written(weather.humidity, (value) => text.percent(number(value)))],
    [facts.visibility, written(weather.visibility, distanceWords)],
    ...more,
  ];
  if (isFull) {
    values.push(
      [facts.cloudCover, written(weather.cloudCover, (value) => text.percent(number(value)))],
      [facts.precipitation, written(weather.precipitation, rainWords)],
      [facts.observedAt, momentOf(weather.observedAt, zone)],
    );
  }
  return html`<dl class="facts"><${Wind} weather=${weather} />${
    values.map(([name, value]) =>
      value && html`
        <div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>
      `
    )
  }</dl>`;
}

/** @param {{ weather: Weather }} props */
function Wind({ weather }) {
  const text = useTexts("weather");
  const { windSpeed, windGust, windDirection } = weather;
  if (windSpeed === undefined) return null;
  const gust = windGust !== undefined && windGust > windSpeed ? speedNumber(windGust) : undefined;
  return html`<div class="wind">${windDirection !== undefined && html`<${WindRing} degrees=${windDirection} />`}
    <dt>${windDirection === undefined ? text.facts.wind : text.windFrom(directionOf(windDirection))}</dt>
    <dd>${speedNumber(windSpeed) === "0" && !gust ? text.facts.calm : speedWords(windSpeed, gust)}</dd></div>`;
}
