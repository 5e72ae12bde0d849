/** The days of a week as tabs; arrow keys and swipes continue into the next week. */
import { html, useEffect, useRef } from "../../core/view.js";
import { lessonsOn, mondayOf } from "../../core/timetable.js";
import { addDays, longDate, shortWeekday } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";

/** The number of days that each key moves by. @type {Record<string, (weekday: number) => number>} */
const steps = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  Home: (weekday) => -weekday,
  End: (weekday) => 6 - weekday,
};

/**
 * @param {{ plan: import("../../core/timetable.js").Plan, chosen: string, today: string, panel: string,
 *   onChoose: (date: string) => void }} props `panel`: the id of the element with the day's lessons.
 */
export function DayTabs({ plan, chosen, today, panel, onChoose }) {
  const text = useTexts("timetable");
  const monday = mondayOf(chosen);
  /** @type {import("../../core/view.js").Ref<HTMLElement | null>} */
  const list = useRef(null);
  const isMoving = useRef(false);
  useEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    /** @type {HTMLElement | null | undefined} */ (list.current?.querySelector('[aria-selected="true"]'))?.focus();
  }, [chosen]);
  /** @param {KeyboardEvent} event */
  const move = (event) => {
    const step = steps[event.key]?.([0, 1, 2, 3, 4, 5, 6].findIndex((day) => addDays(monday, day) === chosen));
    if (step === undefined) return;
    event.preventDefault();
    isMoving.current = true;
    onChoose(addDays(chosen, step));
  };
  return html`<div class="days" role="tablist" aria-label=${text.days} ref=${list} onKeyDown=${move}>${
    [0, 1, 2, 3, 4, 5, 6].map((day) => {
      const date = addDays(monday, day);
      const count = lessonsOn(plan, date).length;
      const name = [longDate(date, today), text.lessons(count), date === today && text.isToday];
      return html`
        <button key=${date} type="button" role="tab" class=${`day ${count === 0 ? "none" : ""}`}
          aria-selected=${date === chosen ? "true" : "false"} tabindex=${date === chosen ? 0 : -1}
          aria-controls=${panel} aria-label=${name.filter(Boolean).join(", ")}
          onClick=${() => onChoose(date)}><span>${shortWeekday(date)}</span><b>${Number(
            date.slice(8),
          )}</b>${date === today && html`<i class="dot"></i>`}</button>
      `;
    })
  }</div>`;
}

/** The minimum length of a swipe, in pixels; its height must stay below half its length. */
const shortestSwipe = 60;

/**
 * Touch handlers that call a function with 1 for a swipe to the left (forward), and −1 for one to the right.
 * @param {(step: 1 | -1) => void} onSwipe
 */
export function useSwipe(onSwipe) {
  const start = useRef(/** @type {{ x: number, y: number } | null} */ (null));
  return {
    onTouchStart: (/** @type {TouchEvent} */ event) => {
      const [touch] = event.touches;
      start.current = event.touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: (/** @type {TouchEvent} */ event) => {
      const from = start.current;
      start.current = null;
      if (!from) return;
      const [touch] = event.changedTouches;
      const across = touch.clientX - from.x;
      if (Math.abs(across) < shortestSwipe || Math.abs(touch.clientY - from.y) > Math.abs(across) / 2) return;
      onSwipe(across < 0 ? 1 : -1);
    },
  };
}
