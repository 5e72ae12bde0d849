/** Booking for a customer on the telephone or at the park. */
import "../../contract/park-methods.js";
import "../../contract/staff-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAnswer } from "../../core/answer.js";
import { addDays, partsIn, timeOf } from "../../core/dates.js";
import { money } from "../../core/money.js";
import { useTexts } from "../../core/languages.js";
import { changeQuery } from "../../core/router.js";
import { Area, Field, Select } from "../../parts/fields.js";
import { Options } from "../../parts/options.js";
import { ActionSheet } from "./action-sheet.js";
import { startsOf, takenOn } from "./starts.js";

/**
 * @typedef {import("./day.js").Day} Day
 * @typedef {{ phone: string, name: string, note: string, payWith: "on-site" | "pass", date: string, reverseId: string,
 *   startsAt?: string, sets: number }} Wish
 */

/** @param {{ day: Day }} props */
export function WalkInSheet({ day }) {
  const { booking: text } = useTexts("actions");
  const [wish, setWish] = useState(
    /** @type {Wish} */ ({
      ...{ phone: "", name: "", note: "", payWith: "on-site", sets: 1 },
      date: day.date < day.present ? day.present : day.date,
      reverseId: day.park.reverses[0]?.id ?? "",
    }),
  );
  /** @param {Partial<Wish>} change */
  const change = (change) => setWish((before) => ({ ...before, ...change }));
  const slots = useAnswer("booking.slots", { date: wish.date }, { everyMs: 60_000, isKept: false });
  const board = wish.date === day.board.value?.date ? day.board.value : undefined;
  const starts = startsOf(
    (slots.value?.items ?? []).filter((slot) => slot.reverseId === wish.reverseId),
    day.now,
    takenOn(board, wish.reverseId),
  ).filter((start) => !start.isRunning || board);
  const start = starts.find((one) => one.startsAt === wish.startsAt) ?? starts[0];
  const most = Math.min(day.park.maximumSets, start?.run.length ?? 1);
  const run = start?.run.slice(0, Math.min(wish.sets, most)) ?? [];
  const params = start && {
    ...{ phone: wish.phone.trim(), name: wish.name.trim(), payWith: wish.payWith, note: wish.note.trim() || undefined },
    ...{ reverseId: wish.reverseId, startsAt: start.startsAt, sets: run.length },
  };
  /** @param {string} key */
  const book = async (key) => {
    if (!params) return;
    const item = await call("booking.bookFor", params, { key });
    const time = timeOf(item.booking.startsAt, day.zone);
    const shown = { day: wish.date === day.present ? null : wish.date, open: item.booking.id, digits: null };
    day.finish(null, {
      sentence: text.done(item.customer.name, time),
      action: text.open,
      onAction: () => changeQuery(shown),
    });
  };
  return html`
    <${ActionSheet} title=${text.title} intention=${params} onRun=${book} onClose=${day.endAction} hasFields isBroad
      isReady=${Boolean(params?.phone && params.name)} confirm=${text.confirm} consequences=${[
        start && { sentence: text.sum(...periodOf(day, run)), icon: "clock" },
        start?.isRunning && { sentence: text.runningNote, kind: "warning" },
        wish.payWith === "pass" && { sentence: text.takes },
      ]}>${(/** @type {any} */ problem) =>
        html`
          <${Person} wish=${wish} change=${change} problem=${problem} />
          <${Time} day=${day} wish=${wish} change=${change} starts=${starts} start=${start} most=${most}
            isLoading=${!slots.value} />
          <${NextFree} day=${day} problem=${problem} change=${change} />
          <${Options} label=${text.pay} value=${wish.payWith} onChange=${(/** @type {any} */ payWith) =>
            change({ payWith })} options=${[
            { value: "on-site", name: text.onSite },
            { value: "pass", name: text.byPass },
          ]} />
          <${Area} label=${text.note} value=${wish.note} rows=${1} maxlength=${500}
            onInput=${(/** @type {string} */ note) => change({ note })} />
        `}<//>
  `;
}

/** @param {Day} day @param {import("./starts.js").Slot[]} run @returns {[string, string]} */
function periodOf(day, run) {
  const last = run[run.length - 1];
  const period = `${timeOf(run[0].startsAt, day.zone)} – ${timeOf(last.endsAt, day.zone)}`;
  const amount = run.reduce((sum, slot) => sum + slot.price.amount, 0);
  return [period, money({ amount, currency: run[0].price.currency })];
}

/** @param {{ wish: Wish, change: (change: Partial<Wish>) => void, problem: any }} props */
function Person({ wish, change, problem }) {
  const { booking: text } = useTexts("actions");
  return html`
    <div class="pair">
      <${Field} label=${text.phone} type="tel" inputmode="tel" autocomplete="off" value=${wish.phone} hasFocus
        fault=${problem?.faultAt("/phone")} placeholder="+375 29 123-45-67"
        onInput=${(/** @type {string} */ phone) => change({ phone })} />
      <${Field} label=${text.name} value=${wish.name} autocomplete="off" maxlength=${100} note=${text.nameNote}
        fault=${problem?.faultAt("/name")} onInput=${(/** @type {string} */ name) => change({ name })} />
    </div>
  `;
}

/**
 * @param {{ day: Day, wish: Wish, change: (change: Partial<Wish>) => void, starts: import("./starts.js").Start[],
 *   start?: import("./starts.js").Start, most: number, isLoading: boolean }} props
 */
function Time({ day, wish, change, starts, start, most, isLoading }) {
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
        options=${starts.length
          ? starts.map((one) => {
            const time = timeOf(one.startsAt, day.zone);
            return { value: one.startsAt, name: one.isRunning ? text.running(time) : time };
          })
          : [{ value: "", name: isLoading ? core.loading : "–", isDisabled: true }]} />
      <${Select} label=${text.sets} value=${String(Math.min(wish.sets, most))}
        onChange=${(/** @type {string} */ value) => change({ sets: Number(value) })}
        options=${Array.from({ length: most }, (_, index) => ({ value: String(index + 1), name: sets(index + 1) }))} />
    </div>
  `;
}

/**
 * The free times in the error of a rejected booking.
 * @param {{ day: Day, problem: any, change: (change: Partial<Wish>) => void }} props
 */
function NextFree({ day, problem, change }) {
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
