/** The last saved look-ups beside the weather. */
import { momentOf } from "../../core/dates.js";
import { useHistory } from "../../core/history.js";
import { useTexts } from "../../core/languages.js";
import { html } from "../../core/view.js";
import { SectionHead } from "../../parts/head.js";
import { cityOf, coordinatesOf } from "../../parts/place-line.js";
import { WeatherIcon } from "../../parts/weather-icon.js";
import { temperature } from "../../parts/units.js";

export function Saved() {
  const text = useTexts("forecast");
  const entries = (useHistory().value ?? []).slice(0, 3);
  if (entries.length === 0) return null;
  return html`
    <section class="saved" aria-label=${text.saved}>
      <${SectionHead} title=${text.saved} href="/history" more=${text.allSaved} />
      <ul class="rows">${entries.map((entry) =>
        html`<li key=${entry.id}><a class="saved-row" href=${`/history/${entry.id}`}>
        <span class="strong">${
          entry.label ?? cityOf(entry.address) ?? entry.weather?.place?.name ?? coordinatesOf(entry.location)
        }</span>
        ${
          entry.weather && html`
            <${WeatherIcon} condition=${entry.weather.condition} isDay=${entry.weather.isDay} label=${entry.weather
              .text} />
            <b>${temperature(entry.weather.temperature)}</b>
          `
        }
        <small>${momentOf(entry.savedAt)}</small></a></li>`
      )}</ul>
    </section>
  `;
}
