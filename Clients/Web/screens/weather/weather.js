/** The weather of the person's place, or of the one in the address: now, by hours, by days. */
import "../../contract/weather-methods.js";
import { useAnswer } from "../../core/answer.js";
import { useNow } from "../../core/clock.js";
import { number } from "../../core/dates.js";
import { texts, useTexts } from "../../core/languages.js";
import { useHere } from "../../core/position.js";
import { changeQuery, useQuery } from "../../core/router.js";
import { changeSettings } from "../../core/settings.js";
import { html } from "../../core/view.js";
import { ageOf } from "../../parts/age.js";
import { Head } from "../../parts/head.js";
import { Icon } from "../../parts/icon.js";
import { Invitation } from "../../parts/invitation.js";
import { PlaceHeading } from "../../parts/place-heading.js";
import { SaveLookup } from "../../parts/save-lookup.js";
import { Failed, Shown, Skeleton } from "../../parts/states.js";
import { WeatherFacts, WeatherNow } from "../../parts/weather-facts.js";
import { CityList, CityStar, useCities } from "./cities.js";
import { Days } from "./days.js";
import { Hours } from "./hours.js";
import { Saved } from "./saved.js";
import { comingOf, uvWords } from "./words.js";

/** @typedef {import("../../contract/types.d.ts").WeatherForecastResult} Forecast */
/**
 * @template T
 * @typedef {import("../../core/answer.js").Answer<T>} Answer
 */

const renewalMs = 10 * 60_000;

export default function Weather() {
  const { here, state } = useHere();
  const placeId = useQuery("place");
  const now = useNow();
  const where = placeId ? { placeId } : here && { latitude: here.latitude, longitude: here.longitude };
  const current = useAnswer("weather.current", where, { everyMs: renewalMs });
  const forecast = useAnswer("weather.forecast", where, { everyMs: renewalMs });
  const air = useAnswer("weather.airQuality", where, { everyMs: renewalMs });
  const cities = useCities();
  const zone = current.value?.timeZone;
  const coming = forecast.value && comingOf(forecast.value, now);
  const name = (placeId ? undefined : here?.name) ?? current.value?.place?.name;
  return html`
    <main class="page two weather under-sky" id="main">
      <div class="left">
        <${WeatherHead} name=${name} lookup=${where} isOther=${Boolean(placeId)} cities=${cities}
          city=${current.value?.place} />
        ${where
          ? html`<${Shown} answer=${current} rows=${3} zone=${zone}>${(/** @type {any} */ weather) =>
            html`
              <${WeatherNow} weather=${weather} />
              <${WeatherFacts} weather=${weather} more=${moreFacts(forecast, coming, air)} />
            `}<//>`
          : html`<${Invitation} state=${state} />`}
      </div>
      <div class="right follows">${coming
        ? html`
          <${Hours} forecast=${coming} current=${current.value} key=${JSON.stringify(where)} />
          <${DaysHead} fetchedAt=${forecast.fetchedAt} zone=${zone} now=${now} />
          <${Days} forecast=${coming} where=${where} now=${now} temperatureNow=${current.value?.temperature} />
          <p class="text-1 muted credit">${[coming.attribution, air.value?.attribution].filter(Boolean).join(
            " · ",
          )}</p>
        `
        : where && current.value && forecast.problem && !forecast.isLoading
        ? html`<${Failed} problem=${forecast.problem} onAgain=${forecast.refresh} />`
        : where && !current.problem && html`<${Skeleton} rows=${6} />`}</div>
      <div class="follows">
        <${CityList} cities=${cities} />
        <${Saved} />
      </div>
    </main>
  `;
}

/**
 * The facts that other answers than the current weather have; while these load, their place is kept.
 * @param {Answer<Forecast>} forecast @param {Forecast | undefined} coming The forecast from now on.
 * @param {Answer<import("../../contract/types.d.ts").WeatherAirQualityResult>} air
 * @returns {[string, string | undefined][]}
 */
function moreFacts(forecast, coming, air) {
  const text = texts("forecast");
  /** @param {Answer<any>} answer */
  const pending = (answer) => answer.isLoading && answer.value === undefined ? "…" : undefined;
  const uv = coming?.days[0]?.uvMaximum;
  const { index, text: words } = air.value ?? {};
  return [
    [text.uvToday, uv === undefined ? pending(forecast) : uvWords(uv)],
    [text.airName, index === undefined ? pending(air) : text.air(number(index), words ?? "")],
  ];
}

/**
 * @param {{ name?: string, lookup: import("../../core/outbox.js").Lookup | null, isOther: boolean,
 *   cities: ReturnType<typeof useCities>, city?: { id: string, name: string } }} props `isOther`: true for a place
 *   other than the person's own; `city`: the city there, if one is known.
 */
function WeatherHead({ name, lookup, isOther, cities, city }) {
  const text = useTexts("weather");
  const places = useTexts("places");
  // Viewing another city does not change the person's own place.
  const show = (/** @type {any} */ place) => changeQuery({ place: place.id ?? null, day: null }, { pushes: true });
  const showMine = () => {
    changeSettings({ place: undefined });
    changeQuery({ place: null, day: null }, { pushes: isOther });
  };
  if (!lookup) return html`<${Head} title=${text.title} back="/" />`;
  return html`
    <${Head} title=${name ? text.titleOf(name) : text.title} back="/"
      heading=${html`<${PlaceHeading} name=${name ?? places.unnamed} onChoose=${show} onPosition=${showMine} />`}>
      ${city && html`<${CityStar} cities=${cities} city=${{ id: city.id, name: city.name }} />`}
      <${SaveLookup} lookup=${lookup} name=${name ?? places.unnamed} class="edge-end" />
      <//>
  `;
}

/** @param {{ fetchedAt?: number, zone?: string, now: number }} props */
function DaysHead({ fetchedAt, zone, now }) {
  const text = useTexts("weather");
  return html`<div class="section-head"><h2>${text.days}</h2>${
    fetchedAt &&
    html`<span class="aged"><${Icon} name="clock" size="tiny" />${ageOf(fetchedAt, text.at, zone, now)}</span>`
  }</div>`;
}
