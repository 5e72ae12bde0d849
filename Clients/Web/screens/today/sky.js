/** The dial with the weather in its middle, and the weather in one sentence below. */
import { number, partsIn, timeOf } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { html } from "../../core/view.js";
import { DayDial } from "../../parts/day-dial.js";
import { WeatherIcon } from "../../parts/weather-icon.js";
import { windWords } from "../../parts/wind.js";
import { clockOf, nextWet, spellsOf } from "./day-plan.js";
import { temperature } from "../../parts/units.js";

/**
 * @typedef {import("../../contract/types.d.ts").WeatherCurrentResult} Weather
 * @typedef {import("../../parts/dial-geometry.js").Span} Span
 * @typedef {import("../../contract/types.d.ts").WeatherStep} Step
 */
/**
 * @typedef {object} Day
 * @property {number} now Minutes of the day.
 * @property {string} date
 * @property {string} [zone]
 * @property {import("../../parts/day-dial.js").DialLesson[]} lessons
 * @property {Span[]} bookings
 */

/**
 * @param {{ weather?: Weather, steps: Step[], day: Day, isLoading: boolean, onAgain: () => void }} props
 */
export function Sky({ weather, steps, day, isLoading, onAgain }) {
  const text = useTexts("today");
  const spells = spellsOf(steps, day.zone, day.date);
  const minutesOf = (/** @type {string | undefined} */ instant) => instant && partsIn(instant, day.zone).minutes;
  return html`
    <div class="sky">
      <a href="/weather" class="hero" aria-label=${text.openWeather} tabindex=${weather ? undefined : "-1"}></a>
      <${DayDial} now=${day.now} sunrise=${minutesOf(weather?.sunrise) || undefined}
        sunset=${minutesOf(weather?.sunset) || undefined} isDay=${weather?.isDay} lessons=${day.lessons}
        bookings=${day.bookings} spells=${spells} label=${dialWords(text, day, weather, spells)}>
          ${weather && html`<${Middle} weather=${weather} />`}
        <//>
        ${weather
          ? html`<${Says} weather=${weather} spells=${spells} now=${day.now} hasSteps=${steps.length > 0} />`
          : isLoading
          ? html`<p class="says"><b> </b><span> </span></p>`
          : html`<${Unavailable} onAgain=${onAgain} />`}
      </div>
  `;
}

/** @param {{ weather: Weather }} props */
function Middle({ weather }) {
  const text = useTexts("weather");
  return html`<${WeatherIcon} condition=${weather.condition} isDay=${weather.isDay} />
    <span class="numeral">${temperature(weather.temperature)}</span>
    ${
    weather.feelsLike !== undefined &&
    html`<span class="feels">${text.feelsShort(temperature(weather.feelsLike))}</span>`
  }`;
}

/** @param {{ weather: Weather, spells: ReturnType<typeof spellsOf>, now: number, hasSteps: boolean }} props */
function Says({ weather, spells, now, hasSteps }) {
  const text = useTexts("today");
  const words = useTexts("weather");
  const wind = windWords(weather);
  return html`<p class="says"><b>${hasSteps ? wetWords(text, nextWet(spells, now)) : weather.text}</b>
    <span>${[hasSteps && weather.text, wind && words.wind(wind)].filter(Boolean).join(" · ")}</span></p>`;
}

/** @param {any} text @param {ReturnType<typeof nextWet>} wet */
function wetWords(text, wet) {
  if (!wet) return text.dry;
  const kind = text.wet[wet.kind];
  if (wet.isNow) return wet.lasts ? text.wetOn(kind) : text.wetUntil(kind, clockOf(wet.to));
  return wet.lasts ? text.wetFrom(kind, clockOf(wet.from)) : text.wetFromTo(kind, clockOf(wet.from), clockOf(wet.to));
}

/** @param {{ onAgain: () => void }} props */
function Unavailable({ onAgain }) {
  const text = useTexts("weather");
  const core = useTexts("core");
  return html`<div class="says"><b>${text.unavailable}</b><span>${text.unavailableNote}</span>
    <button type="button" class="button bare" onClick=${onAgain}>${core.failed.again}</button></div>`;
}

/** The dial in words. @param {any} text @param {Day} day @param {Weather | undefined} weather @param {ReturnType<typeof spellsOf>} spells */
function dialWords(text, day, weather, spells) {
  /** @param {Span[]} spans */
  const spansOf = (spans) => spans.map((span) => `${clockOf(span.from)} – ${clockOf(span.to)}`).join(", ");
  return [
    text.dialNow(clockOf(day.now)),
    weather?.sunrise && weather.sunset &&
    text.dialSun(timeOf(weather.sunrise, day.zone), timeOf(weather.sunset, day.zone)),
    day.lessons.length > 0 && text.dialLessons(spansOf(day.lessons)),
    day.bookings.length > 0 && text.dialBookings(spansOf(day.bookings)),
    weather && `${weather.text}, ${number(weather.temperature)}°.`,
    weather && `${wetWords(text, nextWet(spells, day.now))}.`,
  ].filter(Boolean).join(" ");
}
