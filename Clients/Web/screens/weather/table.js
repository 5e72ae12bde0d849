/** The forecast by steps as a table. */
import { number, shortWeekday, timeOf } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { html } from "../../core/view.js";
import { Sheet } from "../../parts/sheet.js";
import { rainNumber, speedNumber, temperature, unitNames } from "../../parts/units.js";
import { directionOf } from "../../parts/wind.js";

/**
 * @param {{ steps: import("../../contract/types.d.ts").WeatherStep[], zone?: string, dateOf: (date: string) => string,
 *   onClose: () => void }} props `dateOf`: writes a date; a property, so that this file shares nothing with the screen
 *   and is loaded alone.
 */
export function HoursTable({ steps, zone, dateOf, onClose }) {
  const text = useTexts("weather");
  const names = useTexts("forecast").table;
  const units = unitNames();
  /** @param {number | undefined} value @param {(value: number) => string} write */
  const written = (value, write) => (value === undefined ? "–" : write(value));
  return html`
    <${Sheet} title=${names.title} onClose=${onClose} class="broad">
      <div class="table-scroll" tabindex="0" role="group" aria-label=${names.title}>
        <table class="hours-table">
          <thead>
            <tr>${[
              names.time,
              names.condition,
              units.temperature,
              names.feelsLike,
              units.rain,
              names.probability,
              names.wind(units.speed),
              names.humidity,
            ].map((name) => html`<th scope="col">${name}</th>`)}</tr>
          </thead>
          <tbody>${steps.map((step) =>
            html`
              <tr key=${step.at}>
                <th scope="row"><span class="muted">${shortWeekday(step.date)}, ${dateOf(step.date)}</span> ${timeOf(
                  step.at,
                  zone,
                )}</th>
                <td>${step.text}</td>
                <td>${temperature(step.temperature)}</td>
                <td>${step.feelsLike === undefined ? "–" : temperature(step.feelsLike)}</td>
                <td>${written(step.precipitation, rainNumber)}</td>
                <td>${step.precipitationProbability === undefined
                  ? "–"
                  : text.percent(number(step.precipitationProbability))}</td>
                <td>${step.windDirection === undefined
                  ? ""
                  : `${text.windShort[directionOf(step.windDirection)]} `}${written(step.windSpeed, speedNumber)}</td>
                <td>${step.humidity === undefined ? "–" : text.percent(number(step.humidity))}</td>
              </tr>
            `
          )}</tbody>
        </table>
      </div>
      <//>
  `;
}
