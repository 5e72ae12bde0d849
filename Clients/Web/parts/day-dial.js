/** The day dial: a day around a circle with daylight, lessons, bookings and rain, and a hand for the current time. */
import { html } from "../core/view.js";
import { sprite } from "../core/built.js";
import { arcPath, centre, daylight, pointAt, radius, rainDots, rayPath } from "./dial-geometry.js";

/**
 * @typedef {import("./dial-geometry.js").Span} Span
 * @typedef {Span & { type: string }} DialLesson
 * @typedef {Span & { millimetres: number }} Spell
 */

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/**
 * @param {{ now: number, sunrise?: number, sunset?: number, isDay?: boolean, lessons: DialLesson[], bookings: Span[],
 *   spells: Spell[], label: string, children?: unknown }} props Times are minutes of the day. `label`: the dial in
 *   words. `isDay`: replaces sunrise and sunset on days without them; absent while unknown.
 */
export function DayDial({ now, sunrise, sunset, isDay, lessons, bookings, spells, label, children }) {
  return html`
    <div class="dial">
      <svg viewBox="0 0 320 320" role="img" aria-label=${label}>
          ${hours.map(tick)}
          ${[0, 6, 12, 18].map(hourName)}
          <${Light} sunrise=${sunrise} sunset=${sunset} isDay=${isDay} />
          ${lessons.map((lesson) => html`<${Lesson} lesson=${lesson} isPast=${lesson.to <= now} />`)}
          ${bookings.map((booking) =>
            html`
              <path class="arc mine" d=${arcPath(booking, 2)} />
              <${Shape} name="wake" minute=${(booking.from + booking.to) / 2} />
            `
          )}
          ${rainDots(spells, now).map((dot) => html`<circle class="drop" cx=${dot.x} cy=${dot.y} r=${dot.size} />`)}
          <${Hand} now=${now} />
        </svg>
      <div class="dial-middle">${children}</div>
    </div>
  `;
}

/** @param {number} hour */
const tick = (hour) =>
  html`<path class=${hour % 6 === 0 ? "tick main" : "tick"} d=${
    rayPath(hour * 60, hour % 6 === 0 ? 115 : 118, 122)
  } />`;

/** @param {number} hour */
function hourName(hour) {
  const { x, y } = pointAt(hour * 60, 103);
  return html`<text class="hour" x=${x} y=${y + 4.5} text-anchor="middle">${hour || 24}</text>`;
}

/** @param {{ sunrise?: number, sunset?: number, isDay?: boolean }} props */
function Light({ sunrise, sunset, isDay }) {
  const light = daylight(sunrise, sunset);
  const kind = isDay === undefined ? "unknown" : isDay ? "day" : "night";
  if (!light) return html`<circle class=${`arc ${kind}`} cx=${centre} cy=${centre} r=${radius} />`;
  return html`<g><path class="arc night" d=${arcPath(light.night, 8)} /><path class="arc day" d=${
    arcPath(light.day, 8)
  } />
    ${
    [light.day.from, light.day.to].map((minute) => {
      const { x, y } = pointAt(minute);
      return html`<circle class="sun" cx=${x} cy=${y} r="3" />`;
    })
  }</g>`;
}

/** @param {{ lesson: DialLesson, isPast: boolean }} props */
const Lesson = ({ lesson, isPast }) =>
  html`
    <g class=${`lesson-${lesson.type} ${isPast ? "past" : ""}`}>
      <path class="arc lesson" d=${arcPath(lesson, 3)} />
      <${Shape} name=${lesson.type} minute=${(lesson.from + lesson.to) / 2} />
    </g>
  `;

/** @param {{ name: string, minute: number }} props */
function Shape({ name, minute }) {
  const { x, y } = pointAt(minute);
  return html`<use class="dial-shape" href=${`${sprite}#shape-${name}`} x=${x - 6} y=${
    y - 6
  } width="12" height="12" />`;
}

/** @param {{ now: number }} props */
function Hand({ now }) {
  const end = pointAt(now, 112);
  const path = rayPath(now, 112, 150);
  return html`
    <g>
      <path class="hand ground" d=${path} />
      <path class="hand" d=${path} />
      <circle class="hand-end" cx=${end.x} cy=${end.y} r="5" />
    </g>
  `;
}
