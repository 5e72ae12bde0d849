/** The picker of a place: the device's position, recent places, and the search of cities. */
import { call } from "../core/api.js";
import { useTexts } from "../core/languages.js";
import { askPosition, positionState, withRecent } from "../core/position.js";
import { Problem } from "../core/problem.js";
import { changeSettings, settings, useSettings } from "../core/settings.js";
import { useValue } from "../core/value.js";
import { html, useEffect, useState } from "../core/view.js";
import { useId } from "../core/id.js";
import { Icon } from "./icon.js";
import { Sheet } from "./sheet.js";
import { ProblemNote } from "./states.js";

/**
 * @typedef {import("../core/position.js").Chosen} Chosen
 * @typedef {import("../contract/types.d.ts").PlacesPlace} Place
 */

/** The pause in typing after which the text is looked up, in milliseconds. */
const typingPause = 120;

/**
 * The cities that match the typed text; further typing aborts the previous look-up.
 * @param {string} query
 */
function useSuggestions(query) {
  const [state, setState] = useState(
    /** @type {{ query: string, items?: Place[], problem?: Problem }} */ ({ query: "" }),
  );
  const wanted = query.trim();
  useEffect(() => {
    if (!wanted) return setState({ query: "" });
    const aborter = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { items } = await call("places.search", { query: wanted }, { signal: aborter.signal });
        if (!aborter.signal.aborted) setState({ query: wanted, items });
      } catch (error) {
        if (!aborter.signal.aborted && error instanceof Problem) setState({ query: wanted, problem: error });
      }
    }, typingPause);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [wanted]);
  return { ...state, isSearching: wanted !== state.query };
}

/**
 * A sheet for choosing a place.
 * @param {{ onChoose: (place: Chosen) => void, onPosition: () => void, onClose: () => void }} props `onPosition`:
 *   called when the device's position has been found.
 */
export function PlacePicker({ onChoose, onPosition, onClose }) {
  const text = useTexts("places");
  const [query, setQuery] = useState("");
  const found = useSuggestions(query);
  const id = useId();
  // The sheet is open before this effect.
  useEffect(() => document.getElementById(id)?.focus(), []);
  const { recentPlaces = [] } = useSettings();
  /** @param {Chosen} place */
  const choose = (place) => {
    changeSettings({ recentPlaces: withRecent(settings.current.recentPlaces, place) });
    onChoose(place);
  };
  return html`<${Sheet} title=${text.choose} onClose=${onClose} class="place-picker">
    <label class="for-readers" for=${id}>${text.search}</label>
    <div class="field"><${Icon} name="search" size="small" /><input id=${id} type="search" value=${query}
      autocomplete="off" placeholder=${text.searchHint} maxlength="100" enterkeyhint="search"
      onInput=${(/** @type {any} */ event) => setQuery(event.target.value)} /></div>
    ${
    query.trim()
      ? html`<${Suggestions} found=${found} onChoose=${choose} />`
      : html`<${PositionItem} onPosition=${onPosition} />
        ${recentPlaces.length > 0 && html`<h3 class="text-2 strong muted picker-head">${text.recent}</h3>`}
        <ul class="rows">${
        recentPlaces.map((place) =>
          html`
            <li key=${place.id ?? place.name}>
              <${Item} name=${place.name} onClick=${() => choose(place)} />
            </li>
          `
        )
      }</ul>`
  }
  <//>`;
}

/** @param {{ found: ReturnType<typeof useSuggestions>, onChoose: (place: Chosen) => void }} props */
function Suggestions({ found, onChoose }) {
  const text = useTexts("places");
  const { items, problem, isSearching, query } = found;
  if (problem) {
    return html`
      <div class="picker-note">
        <${ProblemNote} problem=${problem} />
      </div>
    `;
  }
  return html`
    <div>
      <p class=${items && items.length === 0 && !isSearching
        ? "muted picker-note"
        : "for-readers"} role="status">${isSearching ? text.searching : items?.length === 0 ? text.none(query) : ""}</p>
      <ul class="rows">${items?.map((place) =>
        html`
          <li key=${place.id}>
            <${Item} name=${place.name}
              note=${[place.region, place.country ?? place.countryCode].filter(Boolean).join(", ")}
              onClick=${() => onChoose({ id: place.id, name: place.name, ...place.location })} />
          </li>
        `
      )}</ul>
    </div>
  `;
}

/** @param {{ onPosition: () => void }} props */
function PositionItem({ onPosition }) {
  const text = useTexts("places");
  const state = useValue(positionState);
  const ask = async () => {
    if (await askPosition()) onPosition();
  };
  const note = {
    asking: text.locating,
    denied: text.denied,
    failed: text.failedPosition,
    unknown: "",
    unasked: "",
    found: "",
  };
  return html`
    <div>
      <${Item} icon="locate" name=${text.myPosition} onClick=${ask} />
      <p class="muted text-2" role="status">${note[state]}</p>
    </div>
  `;
}

/** @param {{ name: string, note?: string, icon?: string, onClick: () => void }} props */
const Item = ({ name, note, icon = "place", onClick }) =>
  html`
    <button type="button" class="item" onClick=${onClick}><${Icon} name=${icon} size="small" class="muted" />
      <span class="grow">${name}${note && html`<span class="text-2 muted picker-region">${note}</span>`}</span></button>
  `;
