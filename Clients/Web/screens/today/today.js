/** The first screen: the place, the day dial, the agenda, today's news. */
import { answerName, useAnswer } from "../../core/answer.js";
import { useChange, useNow } from "../../core/clock.js";
import { partsIn, today } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { isOfToday, newsOfToday } from "../../core/news-day.js";
import { askPosition, useHere } from "../../core/position.js";
import { changeSettings } from "../../core/settings.js";
import { keepAnswer } from "../../core/store.js";
import { html, useEffect } from "../../core/view.js";
import { ageOf } from "../../parts/age.js";
import { Head, SectionHead } from "../../parts/head.js";
import { Icon, IconButton } from "../../parts/icon.js";
import { NewsList } from "../../parts/news-list.js";
import { cityOf, PlaceLine } from "../../parts/place-line.js";
import { PlaceHeading } from "../../parts/place-heading.js";
import { SaveLookup } from "../../parts/save-lookup.js";
import { AnswerStrips } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";
import { Agenda } from "./agenda.js";
import { arcsOf, spanOf } from "./day-plan.js";
import { Invitation } from "../../parts/invitation.js";
import { usePlans } from "./plans.js";
import { Sky } from "./sky.js";

/**
 * @typedef {import("../../contract/types.d.ts").BriefingGetResult} Briefing
 * @typedef {import("../../core/answer.js").Answer<Briefing>} BriefingAnswer
 * @typedef {import("../../core/position.js").Here} Here
 */

/** Weather and news change within a quarter of an hour. */
const renewalMs = 10 * 60_000;

export default function Today() {
  const { here, state } = useHere();
  const now = useNow();
  const plans = usePlans(now);
  const briefing = useBriefing(here);
  const weather = briefing.value?.weather.value;
  const zone = weather?.timeZone ?? briefing.value?.address.value?.timeZone;
  useChange(today(zone, now), briefing.refresh);
  const local = partsIn(now, zone);
  const day = {
    now: local.minutes,
    date: local.date,
    zone,
    lessons: arcsOf(plans.lessons, zone, local.date),
    bookings: plans.bookings.flatMap((entry) => spanOf(entry, zone, local.date) ?? []),
  };
  return html`
    <main class=${`page two today under-sky ${skyOf(weather)}`} id="main">
      <div class="left">
        <${Where} here=${here} briefing=${briefing} />
        ${here || state === "unknown"
          ? html`
            <${AnswerStrips} answer=${{ ...briefing, value: stateOf(briefing.value, false) }} zone=${zone} />
            <${Sky} weather=${weather} steps=${briefing.value?.forecast.value?.steps ?? []} day=${day}
              isLoading=${!here || briefing.isLoading} onAgain=${briefing.refresh} />
          `
          : html`<${Invitation} state=${state} />`}
      </div>
      <div class="right">
        <${Agenda} now=${now} plans=${plans} />
        ${here && html`<${News} briefing=${briefing} now=${now} />`}
        ${briefing.value && html`
          <${AnswerStrips} answer=${{ ...briefing, problem: undefined, value: stateOf(briefing.value, true) }} />
          <${Footer} briefing=${briefing} zone=${zone} now=${now} />
        `}
      </div>
    </main>
  `;
}

/** @param {import("../../contract/types.d.ts").WeatherCurrentResult | undefined} weather */
function skyOf(weather) {
  if (!weather) return "";
  if (/rain|drizzle|shower|snow|sleet|thunder|hail/.test(weather.condition)) return "wet";
  return weather.condition.includes("clear") ? "clear" : "";
}

/**
 * The state of a briefing for the strips; the end of the screen says if it is simulated.
 * @param {Briefing | undefined} value @param {boolean} tellsSource
 */
function stateOf(value, tellsSource) {
  if (!value) return undefined;
  const parts = [value.address.value, value.weather.value, value.forecast.value];
  return tellsSource
    ? { source: parts.find((part) => part?.source)?.source }
    : { isStale: value.weather.value?.isStale };
}

/**
 * Loads address, weather, forecast and news in one call, and keeps them for their own screens.
 * @param {Here | null} here
 */
function useBriefing(here) {
  const params = here && { latitude: here.latitude, longitude: here.longitude };
  const briefing = useAnswer("briefing.get", params, { everyMs: renewalMs });
  const { value, fetchedAt, isKept } = briefing;
  useEffect(() => {
    if (!value || isKept || !params || !fetchedAt) return;
    /** @type {[import("../../core/api.js").Method, unknown][]} */
    const parts = [
      ["weather.current", value.weather.value],
      ["weather.forecast", value.forecast.value],
      ["news.local", value.news.value],
    ];
    for (const [method, part] of parts) {
      if (part) keepAnswer(answerName(method, params), { value: part, fetchedAt });
    }
  }, [value, isKept]);
  return briefing;
}

/** @param {{ here: Here | null, briefing: BriefingAnswer }} props */
function Where({ here, briefing }) {
  const text = useTexts("places");
  const todayText = useTexts("today");
  const address = briefing.value?.address.value;
  const name = here?.name ?? cityOf(address) ?? briefing.value?.weather.value?.place?.name;
  const locate = async () => {
    if (await askPosition()) changeSettings({ place: undefined });
    else notify({ sentence: text.failedPosition });
  };
  if (!here) {
    return html`
      <${Head} title=${todayText.title} />
      <p class="place-line"></p>
    `;
  }
  const lookup = here.id ? { placeId: here.id } : { latitude: here.latitude, longitude: here.longitude };
  return html`
    <${Head} title=${name ? `${todayText.title}, ${name}` : todayText.title}
      heading=${html`<${PlaceHeading} name=${name ?? text.unnamed} onChoose=${(/** @type {any} */ place) =>
        changeSettings({ place })} onPosition=${() => changeSettings({ place: undefined })} />`}>
      <${SaveLookup} lookup=${lookup} name=${name ?? text.unnamed} />
      <${IconButton} class="edge-end" icon="locate" label=${text.locate} onClick=${locate} pressed=${here.isDevice
        ? "true"
        : undefined} />
      <//>
      <${PlaceLine} location=${here} address=${address} />
  `;
}

/** @param {{ briefing: BriefingAnswer, now: number }} props */
function News({ briefing, now }) {
  const text = useTexts("today");
  const words = useTexts("news");
  const part = briefing.value?.news;
  const news = newsOfToday(part?.value, now);
  const sentence = news ? words.empty : part?.value && !isOfToday(part.value, now) ? words.offline : words.unavailable;
  if (!part) return null;
  return html`<section aria-label=${text.news}>
    <${SectionHead} title=${text.news} href="/news" more=${
    news && news.items.length > 0 ? text.allNews(news.items.length) : undefined
  } />
    ${
    news && news.items.length > 0
      ? html`<${NewsList} items=${news.items.slice(0, 3)} zone=${news.timeZone} />`
      : html`<p class="muted nothing">${briefing.isLoading && !news ? words.offlineNote : sentence}</p>`
  }
  </section>`;
}

/** @param {{ briefing: BriefingAnswer, zone?: string, now: number }} props */
function Footer({ briefing, zone, now }) {
  const core = useTexts("core");
  const words = useTexts("news");
  const { value, fetchedAt } = briefing;
  const missing = newsOfToday(value?.news.value, now)?.missing ?? [];
  const credits = new Set(
    [value?.weather.value, value?.address.value].map((part) => part?.attribution).filter(Boolean),
  );
  return html`
    <footer class="today-foot">
      <p class="aged"><${Icon} name="clock" size="tiny" /><span>${[
        fetchedAt && ageOf(fetchedAt, core.updatedAt, zone, now),
        missing.length > 0 && words.missing(missing),
      ].filter(Boolean).join(" · ")}</span></p>
      <p class="text-1 muted">${[...credits].join(" · ")}</p>
    </footer>
  `;
}
