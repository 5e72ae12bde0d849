/** The days that can be booked, week by week, with the number of free sets. */
import { html, useEffect, useRef } from "../../core/view.js";
import { dayAndMonth, dayOf, longDate, shortWeekday, today } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { IconButton } from "../../parts/icon.js";
import { indexAfterKey } from "../../parts/arrows.js";

/** @typedef {import("../../contract/types.d.ts").BookingDay} Day */

const week = 7;

/** For example `23 – 29 November`. @param {string} first @param {string} last @param {string} present */
const dateRange = (first, last, present) =>
  `${first.slice(0, 7) === last.slice(0, 7) ? dayOf(first) : dayAndMonth(first, present)} – ${
    dayAndMonth(last, present)
  }`;

/**
 * @param {{ days: Day[], zone: string, value: string, panel: string, onChange: (date: string) => void }} props
 *   `panel`: the id of the element that shows the day.
 */
export function DayStrip({ days, zone, value, panel, onChange }) {
  const text = useTexts("park");
  /** @type {import("../../core/view.d.ts").Ref<HTMLElement | null>} */
  const list = useRef(null);
  const chosen = Math.max(0, days.findIndex((day) => day.date === value));
  const page = Math.floor(chosen / week);
  const pages = Math.ceil(days.length / week);
  const present = today(zone);

  /** @param {number} index @param {boolean} isSmooth */
  const reveal = (index, isSmooth) => {
    const strip = list.current;
    if (!strip) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    strip.scrollTo({ left: strip.clientWidth * index, behavior: isSmooth && !isCalm ? "smooth" : "instant" });
  };
  useEffect(() => reveal(page, false), [page, days.length]);

  /** @param {KeyboardEvent} event */
  const move = (event) => {
    const next = indexAfterKey(event.key, chosen, days.length);
    if (next === undefined) return;
    event.preventDefault();
    onChange(days[next].date);
    const tabs = /** @type {NodeListOf<HTMLElement>} */ (list.current?.querySelectorAll('[role="tab"]'));
    tabs[next]?.focus({ preventScroll: true });
  };
  /** Moves to the same weekday of the previous or the next week. @param {number} step */
  const turn = (step) => {
    const next = Math.max(0, Math.min(days.length - 1, chosen + step * week));
    onChange(days[next].date);
  };
  const [first, last] = [days[page * week], days[Math.min(days.length, (page + 1) * week) - 1]];
  return html`
    <div class="week-line">
      <span class="grow muted">${dateRange(first.date, last.date, present)}</span>
      <${IconButton} icon="previous" label=${text.week.previous} isDisabled=${page === 0} onClick=${() => turn(-1)} />
      <${IconButton} class="edge-end" icon="next" label=${text.week.next} isDisabled=${page === pages - 1}
        onClick=${() => turn(1)} />
    </div>
    <div class="park-days" role="tablist" aria-label=${text.day} ref=${list} onKeyDown=${move}>
      ${days.map((day) =>
        html`
          <${DayTab} key=${day.date} day=${day} present=${present} isChosen=${day.date === days[chosen].date}
            panel=${panel} onChoose=${() => onChange(day.date)} />
        `
      )}
    </div>
  `;
}

/** @param {{ day: Day, present: string, isChosen: boolean, panel: string, onChoose: () => void }} props */
function DayTab({ day, present, isChosen, panel, onChoose }) {
  const text = useTexts("park");
  const name = longDate(day.date, present);
  const label = day.isClosed
    ? text.closedOn(name, day.closing?.text ?? text.looks.closed)
    : text.freeOn(name, day.free);
  return html`
    <button type="button" class=${`day ${day.free === 0 ? "none" : ""}`} role="tab" aria-label=${label}
      aria-selected=${isChosen ? "true" : "false"} aria-controls=${panel} tabindex=${isChosen ? 0 : -1}
      onClick=${onChoose}>
      <span>${shortWeekday(day.date)}</span><b>${Number(day.date.slice(8))}</b>
      <span class="free-count">${day.isClosed ? "–" : html`<i></i>${day.free}`}</span>
      ${day.date === present && html`<i class="dot"></i>`}
    </button>
  `;
}
