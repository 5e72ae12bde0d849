/** The cities whose museums are kept for use without a network: their age and size, and buttons that change that. */
import { useAction } from "../../core/answer.js";
import { momentOf } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { html, useEffect, useState } from "../../core/view.js";
import { Button } from "../../parts/button.js";
import { Icon, IconButton } from "../../parts/icon.js";
import { ProblemNote } from "../../parts/states.js";
import { bytesOf, fold, forgetCity, keepCity, keptCities, mostCities } from "./kept-museums.js";

/** @typedef {import("./kept-museums.js").KeptCity} KeptCity */

/** @param {{ city: string, country?: string }} props The chosen city, or an empty text, and its country. */
export function KeptCities({ city, country }) {
  const text = useTexts("keptCities");
  const [cities, setCities] = useState(/** @type {KeptCity[] | undefined} */ (undefined));
  const read = async () => setCities(await keptCities());
  useEffect(() => void read(), []);
  const keep = useAction(async (/** @type {string} */ name, /** @type {string} */ code) => {
    // What a person has asked to keep stays when the device is short of space.
    navigator.storage?.persist?.();
    await keepCity(name, code);
    await read();
  });
  const forget = async (/** @type {KeptCity} */ kept) => {
    await forgetCity(kept);
    await read();
  };
  // While this loads, its place is reserved, so that the list below does not move.
  if (city && !(cities && country)) return html`<div class="kept-cities awaited"></div>`;
  if (!cities) return null;
  const isKept = cities.some((one) => fold(one.city) === fold(city) && one.country === country);
  const isFull = cities.length >= mostCities;
  return html`
    <div class="kept-cities">
      ${city && country && !isKept &&
        (isFull
          ? html`<p class="text-2 muted">${text.full(mostCities)}</p>`
          : html`<${Button} kind="quiet small" isRunning=${keep.isRunning} onClick=${() => keep.run(city, country)}>
          <${Icon} name="offline" size="small" />${text.keep(city)}<//>`)}
      <${ProblemNote} problem=${keep.problem} />
      ${cities.length > 0 && html`
        <ul aria-label=${text.kept}>
          ${cities.map((one) =>
            html`
              <${Kept} key=${`${one.country} ${one.city}`} kept=${one} onRefresh=${() =>
                keep.run(one.city, one.country)}
                isRunning=${keep.isRunning} onForget=${() => forget(one)} />
            `
          )}</ul>
      `}
    </div>
  `;
}

/** @param {{ kept: KeptCity, isRunning: boolean, onRefresh: () => void, onForget: () => void }} props */
function Kept({ kept, isRunning, onRefresh, onForget }) {
  const text = useTexts("keptCities");
  const { city, country, museums, fetchedAt } = kept;
  const address = `/museums?${new URLSearchParams({ city, country })}`;
  return html`
    <li class="item">
      <${Icon} name="offline" size="small" class="muted" />
      <span class="about"><a class="underlined" href=${address}>${city}</a>
        <span class="text-2 muted">${[text.count(museums.length), text.size(bytesOf(kept)), momentOf(fetchedAt)].join(
          " · ",
        )}</span></span>
      <${IconButton} icon="refresh" label=${text.refresh(city)} isDisabled=${isRunning} onClick=${onRefresh} />
      <${IconButton} icon="remove" label=${text.forget(city)} isDisabled=${isRunning} onClick=${onForget} />
    </li>
  `;
}
