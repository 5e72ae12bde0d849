/** Seven days as rows on a common temperature scale; a row opens into its hours. */
import { shortWeekday, timeOf, today } from "../../core/dates.js";
import { useAnswer } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { changeQuery, useQuery } from "../../core/router.js";
import { html } from "../../core/view.js";
import { Icon } from "../../parts/icon.js";
import { rainWords, temperature } from "../../parts/units.js";
import { WeatherIcon } from "../../parts/weather-icon.js";
import { windWords } from "../../parts/wind.js";
import { gradientOf, scaleOf, shareOf } from "./scale.js";
import { dayNote, dayWords, shortDate } from "./words.js";

/**
 * @typedef {import("../../contract/types.d.ts").WeatherDay} Day
 * @typedef {import("../../contract/types.d.ts").WeatherStep} Step
 * @typedef {import("../../contract/types.d.ts").WeatherWhere} Where
 * @typedef {ReturnType<typeof scaleOf>} Scale
 */

const shownDays = 7;

/**
 * @param {{ forecast: import("../../contract/types.d.ts").WeatherForecastResult, where: Where, now: number,
 *   temperatureNow?: number }} props
 */
export function Days({ forecast, where, now, temperatureNow }) {
  const days = forecast.days.slice(0, shownDays);
  const scale = scaleOf(days);
  const present = today(forecast.timeZone, now);
  const opened = useQuery("day");
  return html`<ul class="day-rows panel">${
    days.map((day) =>
      html`
        <${DayRow} key=${day.date} day=${day} scale=${scale} zone=${forecast.timeZone} isToday=${day.date === present}
          steps=${forecast.steps.filter((step) => step.date === day.date)} isOpen=${opened === day.date}
          where=${where} temperatureNow=${day.date === present ? temperatureNow : undefined} />
      `
    )
  }</ul>`;
}

/**
 * @param {{ day: Day, scale: Scale, zone?: string, isToday: boolean, steps: Step[], isOpen: boolean, where: Where,
 *   temperatureNow?: number }} props
 */
function DayRow({ day, scale, zone, isToday, steps, isOpen, where, temperatureNow }) {
  const text = useTexts("weather");
  const id = `day-${day.date}`;
  const toggle = () => changeQuery({ day: isOpen ? null : day.date });
  return html`
    <li>
      <button type="button" class="day-row" aria-expanded=${isOpen
        ? "true"
        : "false"} aria-controls=${id} onClick=${toggle}>
        <span class="which strong">${shortWeekday(day.date)}<small>${isToday
          ? text.todayNote
          : shortDate(day.date)}</small></span>
        <${WeatherIcon} condition=${day.condition} />
        <span class="low">${temperature(day.minimum)}</span>
        <${Bar} day=${day} scale=${scale} mark=${temperatureNow} />
        <span class="high">${temperature(day.maximum)}</span>
        <${Why} day=${day} steps=${steps} zone=${zone} isToday=${isToday} />
        <span class="muted turn"><${Icon} name="down" size="small" /></span>
      </button>
      <div id=${id} hidden=${!isOpen}>${isOpen &&
        html`<${DayHours} day=${day} coarse=${steps} where=${where} zone=${zone} />`}</div>
    </li>
  `;
}

/** @param {{ day: Day, scale: Scale, mark?: number }} props */
function Bar({ day, scale, mark }) {
  const from = shareOf(day.minimum, scale);
  const to = shareOf(day.maximum, scale);
  /** @param {number} share */
  const percent = (share) => `${Math.round(share * 1000) / 10}%`;
  return html`<span class="range" aria-hidden="true">
    ${scale.low < 0 && scale.high > 0 && html`<i class="zero" style=${{ left: percent(shareOf(0, scale)) }}></i>`}
    <i class="fill" style=${{
    left: percent(from),
    width: percent(to - from),
    background: gradientOf(day.minimum, day.maximum),
  }}></i>
    ${mark !== undefined && html`<i class="mark" style=${{ left: percent(shareOf(mark, scale)) }}></i>`}</span>`;
}

/** @param {{ day: Day, steps: Step[], zone?: string, isToday: boolean }} props */
function Why({ day, steps, zone, isToday }) {
  const { prevailing, when, worst, amount } = dayWords(day, steps, zone, isToday);
  const text = useTexts("weather");
  const note = isToday && day.isPartial ? text.remainder : undefined;
  const strong = [worst, amount].filter(Boolean).join(", ");
  return html`<span class="why">${prevailing}${note && ` ${note}`}${
    strong && html`, ${worst && when && `${when} `}<b>${strong}</b>`
  }</span>`;
}

/**
 * A day by the hour; in steps of three hours until the hours have arrived, or if there are none.
 * @param {{ day: Day, coarse: Step[], where: Where, zone?: string }} props
 */
function DayHours({ day, coarse, where, zone }) {
  const fine = useAnswer("weather.forecast", { ...where, isHourly: true });
  // A kept answer may be older than the forecast, and begin with hours that are over.
  const hours = fine.value?.steps.filter((step) => step.date === day.date && step.at >= (coarse[0]?.at ?? "")) ?? [];
  const steps = hours.length > 0 ? hours : coarse;
  const note = dayNote(day);
  return html`${note && html`<p class="day-note">${note}</p>`}<ul class="day-hours">${
    steps.map((step) =>
      html`<li key=${step.at}><time class="strong" datetime=${step.at}>${timeOf(step.at, zone)}</time>
        <${WeatherIcon} condition=${step.condition} isDay=${step.isDay} />
        <span class="strong">${temperature(step.temperature)}</span>
        <span class="words">${
        [
          step.text,
          (step.precipitation ?? 0) >= 0.1 && rainWords(step.precipitation ?? 0),
          windWords(step),
        ].filter(Boolean).join(" · ")
      }</span></li>`
    )
  }</ul>`;
}
