/** The fields for the time of a booking: reverse, day, start and number of sets. */
import "../../contract/park-methods.js";
import { html } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { addDays, partsIn, timeOf } from "../../core/dates.js";
import { money } from "../../core/money.js";
import { useTexts } from "../../core/languages.js";
import { Field, Select } from "../../parts/fields.js";
import { Options } from "../../parts/options.js";
import { startsOf, takenOn } from "./starts.js";

/**
 * @typedef {import("./day.js").Day} Day
 * @typedef {{ date: string, reverseId: string, startsAt?: string, sets: number }} Time
 * @typedef {ReturnType<typeof useTimes>} Times
 */

/**
 * The starts of a day on a reverse, the chosen one of them or else the first, and its sets as far as they are free.
 * @param {Day} day @param {Time} wish
 * @param {{ moved?: import("./board-geometry.js").Item["booking"] }} [options] `moved`: the booking that moves there. Its
 *   own sets count as free; the set in progress, and starts with fewer sets in a row, are left out; and none is chosen at
 *   first.
 */
export function useTimes(day, wish, { moved } = {}) {
  const slots = useAnswer("booking.slots", { date: wish.date }, { everyMs: 60_000, isKept: false });
  const board = wish.date === day.board.value?.date ? day.board.value : undefined;
  /** @param {import("./starts.js").Slot} slot */
  const isOwn = (slot) =>
    slot.reverseId === moved?.reverseId && slot.startsAt >= moved.startsAt && slot.endsAt <= moved.endsAt;
  const starts = startsOf(
    (slots.value?.items ?? []).filter((slot) => slot.reverseId === wish.reverseId)
      .map((slot) => isOwn(slot) ? { ...slot, state: "free" } : slot),
    day.now,
    takenOn(board, wish.reverseId),
  ).filter((start) => moved ? !start.isRunning && start.run.length >= wish.sets : !start.isRunning || board);
  const start = starts.find((one) => one.startsAt === wish.startsAt) ?? (moved ? undefined : starts[0]);
  const most = Math.min(day.park.maximumSets, start?.run.length ?? (moved ? day.park.maximumSets : 1));
  const run = start?.run.slice(0, Math.min(wish.sets, most)) ?? [];
  return { starts, start, most, run, isLoading: !slots.value };
}

/**
 * The period and the price of some sets.
 * @param {Day} day @param {import("./starts.js").Slot[]} run @returns {[string, string]}
 */
export function periodOf(day, run) {
  const last = run[run.length - 1];
  const period = `${timeOf(run[0].startsAt, day.zone)} – ${timeOf(last.endsAt, day.zone)}`;
  const amount = run.reduce((sum, slot) => sum + slot.price.amount, 0);
  return [period, money({ amount, currency: run[0].price.currency })];
}

/** @param {{ day: Day, wish: Time, change: (change: Partial<Time>) => void, times: Times }} props */
export function TimeFields({ day, wish, change, times }) {
  const { starts, start, most, isLoading } = times;
  const { booking: text } = useTexts("actions");
  const { sets } = day.text;
  const core = useTexts("core");
  return html`
    <${Options} label=${text.reverse} value=${wish.reverseId}
      options=${day.park.reverses.map(({ id, name }) => ({ value: id, name }))}
      onChange=${(/** @type {string} */ reverseId) => change({ reverseId })} />
    <div class="triple">
      <${Field} label=${text.date} type="date" value=${wish.date} min=${day.present}
        max=${addDays(day.present, day.park.horizonDays - 1)}
        onInput=${(/** @type {string} */ date) => date && change({ date, startsAt: undefined })} />
      <${Select} label=${text.time} value=${start?.startsAt ?? ""}
        note=${starts.length || isLoading ? undefined : text.noTime}
        onChange=${(/** @type {string} */ startsAt) => change({ startsAt })}
        options=${[
          ...start ? [] : [{ value: "", name: isLoading ? core.loading : "–", isDisabled: true }],
          ...starts.map((one) => {
            const time = timeOf(one.startsAt, day.zone);
            return { value: one.startsAt, name: one.isRunning ? text.running(time) : time };
          }),
        ]} />
      <${Select} label=${text.sets} value=${String(Math.min(wish.sets, most))}
        onChange=${(/** @type {string} */ value) => change({ sets: Number(value) })}
        options=${Array.from({ length: most }, (_, index) => ({ value: String(index + 1), name: sets(index + 1) }))} />
    </div>
  `;
}

/**
 * The free times in the error of a rejected booking.
 * @param {{ day: Day, problem: any, change: (change: Partial<Time>) => void }} props
 */
export function NextFree({ day, problem, change }) {
  const { booking: text } = useTexts("actions");
  /** @type {import("./starts.js").Slot[]} */
  const free = problem?.details?.nextFree ?? [];
  if (free.length === 0) return null;
  return html`<div class="chips" role="group" aria-label=${text.nextFree}>${
    free.map((slot) =>
      html`<button type="button" class="chip" onClick=${() =>
        change({
          date: partsIn(slot.startsAt, day.zone).date,
          reverseId: slot.reverseId,
          startsAt: slot.startsAt,
        })}>${timeOf(slot.startsAt, day.zone)}, ${day.nameOf(slot.reverseId)}</button>`
    )
  }</div>`;
}
