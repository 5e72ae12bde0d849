/** The obstacle to a choice, with the next free times. */
import { html } from "../../core/view.js";
import { nearDate, partsIn, timeOf, today } from "../../core/dates.js";
import { texts, useTexts } from "../../core/languages.js";
import { IconButton } from "../../parts/icon.js";
import { ProblemNote } from "../../parts/states.js";
import { byReverse } from "./slots.js";

/** @typedef {import("./obstacle.js").Obstacle} Obstacle */

/** @param {Obstacle} obstacle @param {string} zone */
function titleOf({ kind, startsAt, run = 0 }, zone) {
  const { taken } = texts("park");
  const time = timeOf(startsAt, zone);
  return kind === "taken" ? taken.title(time) : kind === "past" ? taken.past(time) : taken.short(time, run);
}

/**
 * @param {{ obstacle: Obstacle, zone: string, nameOf: (reverseId: string) => string,
 *   onTake: (startsAt: string, reverseId: string, sets: number) => void, onClose: () => void }} props
 */
export function ObstacleNotice({ obstacle, zone, nameOf, onTake, onClose }) {
  const text = useTexts("park");
  const { kind, startsAt, sets, run = 0, free, problem, reverseId, date } = obstacle;
  /** @param {string} instant */
  const momentName = (instant) => {
    const day = partsIn(instant, zone).date;
    const time = timeOf(instant, zone);
    return day === date ? time : `${nearDate(day, today(zone))}, ${time}`;
  };
  return html`
    <section class="obstacle" role="alert">
      <div class="obstacle-head">${kind === "failed"
        ? html`
          <div class="grow">
            <${ProblemNote} problem=${problem} />
          </div>
        `
        : html`<h2 class="grow text-4">${
          titleOf(obstacle, zone)
        }</h2>`}<${IconButton} class="edge-end" icon="close" label=${text.hold.dismiss} onClick=${onClose} /></div>
      ${run > 0 && html`<div><button type="button" class="button quiet small"
      onClick=${() => onTake(startsAt, reverseId, run)}>${text.taken.takeFewer(run)}</button></div>`}
      ${kind !== "failed" && free.length === 0 && html`<p class="muted">${text.taken.none}</p>`}
      ${byReverse(free, reverseId).map(([id, slots]) =>
        html`
          <p class="muted text-2">${text.taken.others(sets, nameOf(id))}</p>
          <div class="alternatives">${slots.map((slot) =>
            html`<button type="button" class="set free" onClick=${() => onTake(slot.startsAt, id, sets)}>${
              momentName(slot.startsAt)
            }</button>`
          )}</div>
        `
      )}
    </section>
  `;
}
