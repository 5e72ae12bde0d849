/** What stands in the way of a choice, with the next free times. */
import { html } from "../../core/view.js";
import { nearDate, partsIn, timeOf, today } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { IconButton } from "../../parts/icon.js";
import { ProblemNote } from "../../parts/states.js";

/**
 * @typedef {object} Obstacle
 * @property {"taken" | "past" | "short" | "failed"} kind
 * @property {string} startsAt The time that was wanted.
 * @property {string} date The day that is shown.
 * @property {string} reverseId
 * @property {number} sets How many were wanted.
 * @property {number} [run] How many are free, if some are.
 * @property {{ startsAt: string, reverseId: string }[]} free The next free times.
 * @property {import("../../core/problem.js").Problem} [problem]
 */

/**
 * The obstacle that an error of holding, booking or moving tells of.
 * @param {import("../../core/problem.js").Problem} problem
 * @param {{ reverseId: string, startsAt: string, sets: number, date: string }} wanted
 * @returns {Obstacle}
 */
export function obstacleOf(problem, wanted) {
  const kind = problem.reason === "slot-taken" ? "taken" : problem.reason === "past" ? "past" : "failed";
  const free = kind === "failed" ? [] : (problem.details?.nextFree ?? []);
  return { kind, ...wanted, free, problem };
}

/**
 * @param {{ obstacle: Obstacle, zone: string, reverseName: string, otherName?: string, onTake: (startsAt: string, reverseId: string, sets: number) => void,
 *   onOther?: () => void, onClose: () => void }} props
 */
export function ObstacleNotice({ obstacle, zone, reverseName, otherName, onTake, onOther, onClose }) {
  const text = useTexts("park");
  const { kind, startsAt, sets, run = 0, free, problem } = obstacle;
  const time = timeOf(startsAt, zone);
  const title = kind === "taken"
    ? text.taken.title(time)
    : kind === "past"
    ? text.taken.past(time)
    : kind === "short"
    ? text.taken.short(time, run)
    : "";
  /** @param {string} instant */
  const nameOf = (instant) => {
    const { date } = partsIn(instant, zone);
    const name = timeOf(instant, zone);
    return date === obstacle.date ? name : `${nearDate(date, today(zone))}, ${name}`;
  };
  return html`
    <section class="obstacle" role="alert">
      <div class="obstacle-head">${kind === "failed"
        ? html`
          <div class="grow">
            <${ProblemNote} problem=${problem} />
          </div>
        `
        : html`<h2 class="grow text-4">${title}</h2>`}<${IconButton} class="edge-end" icon="close" label=${text.hold
        .dismiss} onClick=${onClose} /></div>
      ${kind !== "failed" && html`
        <p class="muted">${free.length > 0 ? text.taken.others(sets, reverseName) : text.taken.none}</p>
        <div class="alternatives">
          ${run > 0 &&
            html`<button type="button" class="set free" onClick=${() => onTake(startsAt, obstacle.reverseId, run)}>${
              text.taken.takeFewer(run)
            }</button>`}
          ${free.map((slot) =>
            html`<button type="button" class="set free" onClick=${() => onTake(slot.startsAt, slot.reverseId, sets)}>${
              nameOf(slot.startsAt)
            }</button>`
          )}</div>
        ${onOther && otherName &&
          html`<button type="button" class="button bare small" onClick=${onOther}>${
            text.taken.other(otherName)
          }</button>`}
      `}
    </section>
  `;
}
