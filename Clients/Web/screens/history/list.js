/** The list of saved look-ups, with the queued ones on top. */
import { momentOf } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { outbox } from "../../core/outbox.js";
import { useValue } from "../../core/value.js";
import { html, useEffect, useState } from "../../core/view.js";
import { Icon, IconButton } from "../../parts/icon.js";
import { cityOf, coordinatesOf, streetOf } from "../../parts/place-line.js";
import { WeatherIcon } from "../../parts/weather-icon.js";
import { temperature } from "../../parts/units.js";

/** @typedef {import("../../contract/types.d.ts").HistoryEntry} Entry */

const pageLength = 20;

/** The name of a saved place. @param {Entry} entry */
export const nameOf = (entry) =>
  entry.label ?? cityOf(entry.address) ?? entry.weather?.place?.name ?? coordinatesOf(entry.location);

/** @param {{ entries: Entry[], chosen?: string }} props */
export function HistoryList({ entries, chosen }) {
  const core = useTexts("core");
  const [count, setCount] = useState(pageLength);
  return html`<div>
    <ul class="rows history-rows">
      <${Waiting} />
      ${
    entries.slice(0, count).map((entry) =>
      html`<${Row} key=${entry.id} entry=${entry} isChosen=${entry.id === chosen} />`
    )
  }
    </ul>
    ${
    count < entries.length && html`<button type="button" class="button quiet small more-rows" onClick=${() =>
      setCount(count + pageLength)}>${core.more}</button>`
  }
  </div>`;
}

/** @param {{ entry: Entry, isChosen: boolean }} props */
function Row({ entry, isChosen }) {
  const text = useTexts("history");
  return html`<li><a class="history-row" href=${`/history/${entry.id}`} aria-current=${isChosen ? "true" : undefined}>
    <span class="name strong">${nameOf(entry)}</span>
    ${
    entry.weather && html`
      <${WeatherIcon} condition=${entry.weather.condition} isDay=${entry.weather.isDay}
        label=${entry.weather.text} /><b class="degrees">${temperature(entry.weather.temperature)}</b>
    `
  }
    <small>${[streetOf(entry.address), entry.address?.country].filter(Boolean).join(", ")}</small>
    <small>${coordinatesOf(entry.location)}</small>
    <small>${text.savedAt(momentOf(entry.savedAt))}</small></a></li>`;
}

/** The queued look-ups of this browser. */
function Waiting() {
  const text = useTexts("history");
  const waiting = useValue(outbox.waiting);
  useEffect(() => {
    outbox.load();
  }, []);
  return waiting.map((entry) =>
    html`<li key=${entry.id} class="history-row waiting"><span class="name strong">${entry.name}</span>
      <${IconButton} icon="remove" class="edge-end" label=${text.removeNamed(entry.name)} onClick=${() =>
      outbox.remove(entry.id)} />
      <small class="queued"><${Icon} name="clock" size="tiny" />${text.queued} · ${momentOf(entry.addedAt)}</small>
      <small>${text.queuedNote}</small></li>`
  );
}
