/** A saved look-up in full: the place, the address, every value of the weather. */
import { longDate, partsIn } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { html } from "../../core/view.js";
import { Icon } from "../../parts/icon.js";
import { coordinatesOf, streetOf } from "../../parts/place-line.js";
import { Strip } from "../../parts/states.js";
import { WeatherFacts, WeatherNow } from "../../parts/weather-facts.js";

/** @typedef {import("../../contract/types.d.ts").HistoryEntry} Entry */

/** @param {{ entry: Entry, onRemove: () => void }} props */
export function HistoryDetail({ entry, onRemove }) {
  const text = useTexts("history");
  const core = useTexts("core");
  const { weather, address } = entry;
  const saved = partsIn(entry.savedAt);
  const credits = [weather?.attribution, address?.attribution].filter(Boolean).join(" · ");
  return html`<div class="detail">
    <p class="muted">${longDate(saved.date)}, ${saved.time}</p>
    ${entry.source === "simulator" && html`<${Strip} icon="note"><span>${core.simulated}</span><//>`}
    ${
    weather
      ? html`
        <${WeatherNow} weather=${weather} />
        <${WeatherFacts} weather=${weather} isFull=${true} />
      `
      : html`<p class="note muted">${text.noWeather}</p>`
  }
    <${AddressFacts} entry=${entry} />
    <div class="actions">
      <button type="button" class="button dangerous small" onClick=${onRemove}><${Icon} name="remove" size="small" />${text.remove}</button>
    </div>
    <p class="text-1 muted credit">${credits}</p>
  </div>`;
}

/** @param {{ entry: Entry }} props */
function AddressFacts({ entry }) {
  const text = useTexts("history");
  const { address } = entry;
  /** @type {Record<string, string>} */
  const precisions = text.precision;
  /** @type {[string, string | undefined][]} */
  const facts = [
    [text.coordinates, coordinatesOf(entry.location)],
    [text.street, streetOf(address)],
    [text.city, address?.city],
    [text.region, address?.region],
    [text.country, address?.country],
    [text.precisionName, address && precisions[address.precision]],
  ];
  return html`<dl class="facts places">${
    facts.map(([name, value]) =>
      value && html`
        <div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>
      `
    )
  }</dl>${!address && html`<p class="note muted">${text.noAddress}</p>`}`;
}
