/** The forecast in steps of three hours: a strip with a chart, navigable by arrow keys. */
import { shortWeekday, timeOf, weekday } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { html, useEffect, useRef, useState } from "../../core/view.js";
import { useId } from "../../core/id.js";
import { laterSheet } from "../../parts/later-sheet.js";
import { rainNumber, temperature, unitNames } from "../../parts/units.js";
import { WeatherIcon } from "../../parts/weather-icon.js";
import { barsOf, column, ground, height, heightOf, nightsOf, smoothPath, stepAfter, xOf } from "./chart.js";
import { stops } from "./scale.js";
import { shortDate, stepWords } from "./words.js";

const HoursTable = laterSheet(async () => (await import("./table.js")).HoursTable);

/**
 * @typedef {import("../../contract/types.d.ts").WeatherStep} Step
 * @typedef {import("../../contract/types.d.ts").WeatherForecastResult} Forecast
 */

/**
 * The steps, with the current weather in the one that contains the current time.
 * @param {Step[]} steps @param {import("../../contract/types.d.ts").WeatherCurrentResult | undefined} current
 */
const withNow = (steps, current) => {
  if (!current) return steps;
  const { condition, text, isDay, temperature, feelsLike } = current;
  return steps.map((step, index) => index === 0 ? { ...step, condition, text, isDay, temperature, feelsLike } : step);
};

/**
 * The day's name above its first column, shortened if the day has only one.
 * @param {Step[]} steps @param {number} index
 */
function dayNameAt(steps, index) {
  const { date } = steps[index];
  if (index > 0 && steps[index - 1].date === date) return "";
  return steps[index + 1]?.date === date ? weekday(date) : shortWeekday(date);
}

/** @param {{ forecast: Forecast, current?: import("../../contract/types.d.ts").WeatherCurrentResult }} props */
export function Hours({ forecast, current }) {
  const text = useTexts("weather");
  const own = useTexts("forecast");
  const { days, timeZone: zone } = forecast;
  const steps = withNow(forecast.steps, current);
  const [chosen, setChosen] = useState(-1);
  const [hasTable, setHasTable] = useState(false);
  const strip = useRef(/** @type {HTMLElement | null} */ (null));
  const hint = useId();
  useEffect(() => {
    const element = strip.current;
    if (chosen < 0 || !element) return;
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
    element.scrollTo({ left: xOf(chosen) - element.clientWidth / 2, behavior });
  }, [chosen]);
  /** @param {KeyboardEvent} event */
  const walk = (event) => {
    const next = stepAfter(event.key, chosen, steps.length);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
  };
  return html`<section class="hours panel" aria-label=${text.hours}>
    <p id=${hint} class="for-readers">${own.hoursHint}</p>
    <div class="hours-scroll" ref=${strip} tabindex="0" role="group" aria-label=${text.hours} aria-describedby=${hint}
      onKeyDown=${walk}>
      <div class="hours-grid" style=${{ width: `${steps.length * column}px` }}>
        ${
    nightsOf(steps, days).map(({ left, width }) =>
      html`<i class="dark" style=${{ left: `${left}px`, width: `${width}px` }}></i>`
    )
  }
        <ol class="columns">${
    steps.map((step, index) =>
      html`
        <${Column} key=${step.at} step=${step} zone=${zone} isNow=${index === 0} isChosen=${index === chosen}
          dayName=${dayNameAt(steps, index)} onChoose=${() => setChosen(index)} />
      `
    )
  }</ol>
        <${Chart} steps=${steps} />
      </div>
    </div>
    <p class="readout" role="status">${chosen >= 0 && stepWords(steps[chosen], zone)}</p>
    <${Legend} onTable=${() => setHasTable(true)} />
    ${
    hasTable && html`
      <${HoursTable} steps=${steps} zone=${zone} dateOf=${shortDate}
        onClose=${() => setHasTable(false)} />
    `
  }
  </section>`;
}

/**
 * @param {{ step: Step, zone?: string, isNow: boolean, isChosen: boolean, dayName: string, onChoose: () => void }} props
 */
function Column({ step, zone, isNow, isChosen, dayName, onChoose }) {
  const text = useTexts("weather");
  return html`<li class=${`column ${isNow ? "current" : ""} ${isChosen ? "chosen" : ""}`} onClick=${onChoose}>
    <span class="day-name">${dayName}</span>
    <time datetime=${step.at}>${isNow ? text.now : timeOf(step.at, zone)}</time>
    <${WeatherIcon} condition=${step.condition} isDay=${step.isDay} label=${step.text} />
    <span class="for-readers">${temperature(step.temperature)}</span></li>`;
}

/** @param {{ steps: Step[] }} props */
function Chart({ steps }) {
  const place = heightOf(steps);
  const width = steps.length * column;
  /** @param {(step: Step) => number} value */
  const line = (value) => smoothPath(steps.map((step, index) => ({ x: xOf(index), y: place(value(step)) })));
  return html`<svg class="chart" width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} aria-hidden="true">
    <defs><linearGradient id="temperature" x1="0" x2="0" y1=${place(stops[0])} y2=${place(stops.at(-1) ?? 0)}
      gradientUnits="userSpaceOnUse">${
    stops.map((degrees, index) =>
      html`<stop offset=${(degrees - stops[0]) / ((stops.at(-1) ?? 0) - stops[0])} stop-color=${`var(--temperature-${
        index + 1
      })`} />`
    )
  }</linearGradient></defs>
    <path class="ground" d=${`M0 ${ground}H${width}`} />
    ${
    barsOf(steps).map((bar) =>
      html`
        <rect class="bar-of-rain" x=${bar.x} y=${bar.y} width="18" height=${bar.height} rx="3" />
        <text class="amount" x=${bar.x + 22} y=${ground - 5}>${rainNumber(bar.millimetres)}</text>
      `
    )
  }
    <path class="felt" d=${line((step) => step.feelsLike ?? step.temperature)} />
    <path class="measured" d=${line((step) => step.temperature)} stroke="url(#temperature)" />
    ${
    steps.map((step, index) =>
      html`<text class="degrees" x=${xOf(index)} y=${place(step.temperature) - 9} text-anchor="middle">${
        temperature(step.temperature)
      }</text>`
    )
  }
  </svg>`;
}

/** @param {{ onTable: () => void }} props */
function Legend({ onTable }) {
  const own = useTexts("forecast");
  const units = unitNames();
  return html`
    <div class="legend">
      <span><svg width="18" height="4" aria-hidden="true"><path class="measured-key" d="M2 2h14" /></svg>${units
        .temperature}</span>
      <span><svg width="18" height="4" aria-hidden="true"><path class="felt" d="M2 2h14" /></svg>${own.legend
        .feelsLike}</span>
      <span><svg width="10" height="12" aria-hidden="true"><rect class="bar-of-rain" width="10" height="12" rx="2" /></svg>${own
        .legend.rain(units.rain)}</span>
      <button type="button" class="more" onClick=${onTable}>${own.asTable}</button>
    </div>
  `;
}
