/** The filters by distance, city and country, with the number of museums for each. */
import { loadTexts, useTexts } from "../../core/languages.js";
import { changeQuery } from "../../core/router.js";
import { html } from "../../core/view.js";
import { Icon } from "../../parts/icon.js";
import { later } from "../../parts/later.js";
import { radii } from "./query.js";
import { distanceText } from "./words.js";

/**
 * @typedef {import("./query.js").Search} Search
 * @typedef {import("./query.js").Point} Point
 * @typedef {{ key: string, name: string, isChosen: boolean, changes: Record<string, string | null> }} Choice
 */

/** The cities whose museums are kept for use without a network. */
const KeptCities = later(async () => {
  const [module] = await Promise.all([import("./kept-cities.js"), loadTexts("keptCities")]);
  return module.KeptCities;
}, ({ city }) => city && html`<div class="kept-cities awaited"></div>`);

/** The maximum number of cities and of countries shown. */
const mostShown = 8;

/**
 * @param {{ search: Search, here: Point | null, isOpen: boolean, country?: string,
 *   counts?: import("../../contract/types.d.ts").MuseumsFacets }} props `isOpen`: shows all filters, not only the chosen
 *   ones. `country`: that of the first museum in the list.
 */
export function Filters({ search, here, isOpen, country, counts }) {
  const text = useTexts("museum-filters");
  const { cities = [], countries = [], openNow = 0, isExact = true } = counts ?? {};
  const isPlaced = !search.isByFame && (here !== null || search.near !== undefined);
  const counted = (/** @type {string} */ name, /** @type {number} */ count) => text.counted(name, count, isExact);
  const cityChoices = cities.slice(0, mostShown).map(({ city, countryCode, count }) =>
    choice("city", city, counted(city, count), search.city, `${countryCode} ${city}`)
  );
  const countryChoices = countries.slice(0, mostShown).map(({ countryCode, country, count }) =>
    choice("country", countryCode, counted(country ?? countryCode, count), search.country)
  );
  const distances = isPlaced || search.radius
    ? radii.map((radius) =>
      choice("radius", String(radius), text.within(distanceText(radius)), String(search.radius ?? ""))
    )
    : [];
  const chosen = search.isOpenNow ? "now" : "";
  const openChoices = openNow || chosen ? [choice("open", "now", counted(text.openNow, openNow), chosen)] : [];
  return html`
    <div class="filters">
      <${Group} name=${text.openNow} choices=${withChosen(openChoices, isOpen)} />
      <${Group} name=${text.distance} choices=${withChosen(distances, isOpen)} />
      <${Group} name=${text.city} choices=${withChosen(
        cityChoices,
        isOpen,
        search.city && choice("city", search.city, search.city, search.city),
      )} />
      <${Group} name=${text.country} choices=${withChosen(
        countryChoices,
        isOpen,
        search.country &&
          choice("country", search.country, search.country, search.country),
      )} />
      ${isOpen && html`<${KeptCities} city=${search.city} country=${search.country || country} />`}
    </div>
  `;
}

/**
 * @param {string} key @param {string} value @param {string} name @param {string} chosen @param {string} [id]
 * @returns {Choice}
 */
function choice(key, value, name, chosen, id = value) {
  const isChosen = value === chosen;
  return { key: id, name, isChosen, changes: { [key]: isChosen ? null : value, museum: null } };
}

/**
 * All choices, or the chosen one alone; the chosen one is there even if the counts leave it out.
 * @param {Choice[]} choices @param {boolean} isOpen @param {Choice | ""} [chosen]
 */
function withChosen(choices, isOpen, chosen) {
  const all = chosen && !choices.some(({ isChosen }) => isChosen) ? [chosen, ...choices] : choices;
  return isOpen ? all : all.filter(({ isChosen }) => isChosen);
}

/** @param {{ name: string, choices: Choice[] }} props */
function Group({ name, choices }) {
  if (choices.length === 0) return null;
  return html`<div class="chips" role="group" aria-label=${name}>${
    choices.map((one) =>
      html`
        <button key=${one.key} type="button" class="chip" aria-pressed=${one.isChosen ? "true" : "false"}
          onClick=${() => changeQuery(one.changes)}>${one.name}${one.isChosen && html`
            <${Icon} name="close"
              size="tiny" />
          `}</button>
      `
    )
  }</div>`;
}
