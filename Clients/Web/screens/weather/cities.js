/** The saved cities with their weather, loaded in one call and kept for use without a network. */
import "../../contract/weather-methods.js";
import { useAnswer } from "../../core/answer.js";
import { call } from "../../core/api.js";
import { useLateHints } from "../../core/late-hints.js";
import { useTexts } from "../../core/languages.js";
import { Problem } from "../../core/problem.js";
import { changeSettings, useSettings } from "../../core/settings.js";
import { useAccount } from "../../core/session.js";
import { html } from "../../core/view.js";
import { SectionHead } from "../../parts/head.js";
import { IconButton } from "../../parts/icon.js";
import { sentenceOf } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";
import { WeatherIcon } from "../../parts/weather-icon.js";
import { withCity } from "./city-list.js";
import { temperature } from "../../parts/units.js";

/** @typedef {import("./city-list.js").City} City */

const renewalMs = 10 * 60_000;

/** The saved cities: those of the account, or without one those of this device. */
export function useCities() {
  const text = useTexts("forecast");
  const account = useAccount();
  const { cities = [] } = useSettings();
  const placeIds = cities.map(({ id }) => id);
  const params = account ? {} : placeIds.length > 0 ? { placeIds } : null;
  const answer = useAnswer("cities.weather", params, { everyMs: renewalMs });
  useLateHints(account ? "cities" : null, answer.refresh);
  const items = params ? answer.value?.items ?? [] : [];
  const has = (
    /** @type {string} */ id,
  ) => (account ? items.some(({ placeId }) => placeId === id) : placeIds.includes(id));
  /** @param {City} city */
  const toggle = async (city) => {
    if (!account) {
      const next = withCity(cities, city);
      return next ? changeSettings({ cities: next }) : notify({ sentence: text.citiesFull });
    }
    try {
      await call(has(city.id) ? "cities.remove" : "cities.add", { placeId: city.id });
      answer.refresh();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      notify({ sentence: sentenceOf(error) });
    }
  };
  const nameOf = (/** @type {string} */ id) => cities.find((city) => city.id === id)?.name;
  return { items, has, toggle, nameOf };
}

/** The star that saves a city. @param {{ cities: ReturnType<typeof useCities>, city: City }} props */
export function CityStar({ cities, city }) {
  const text = useTexts("forecast");
  const isSaved = cities.has(city.id);
  return html`
    <${IconButton} icon=${isSaved ? "star-filled" : "star"} pressed=${isSaved}
      label=${text.city(city.name)} onClick=${() => cities.toggle(city)} />
  `;
}

/** @param {{ cities: ReturnType<typeof useCities> }} props */
export function CityList({ cities }) {
  const text = useTexts("forecast");
  if (cities.items.length === 0) return null;
  return html`
    <section class="cities" aria-label=${text.cities}>
      <${SectionHead} title=${text.cities} />
      <ul class="rows">${cities.items.map(({ placeId, weather: { value } }) =>
        html`<li key=${placeId}><a class="saved-row" href=${`/weather?place=${encodeURIComponent(placeId)}`}>
        <span class="strong">${value?.place?.name ?? cities.nameOf(placeId) ?? text.noName}</span>
        ${
          value
            ? html`
              <${WeatherIcon} condition=${value.condition} isDay=${value.isDay} label=${value.text} />
              <b>${temperature(value.temperature)}</b>
            `
            : html`<span></span><b>–</b>`
        }</a></li>`
      )}</ul>
    </section>
  `;
}
