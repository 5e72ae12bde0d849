/** Booking for a customer on the telephone or at the park. */
import "../../contract/park-methods.js";
import "../../contract/staff-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { timeOf } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { changeQuery } from "../../core/router.js";
import { Area, Field } from "../../parts/fields.js";
import { Options } from "../../parts/options.js";
import { ActionSheet } from "./action-sheet.js";
import { NextFree, periodOf, TimeFields, useTimes } from "./time-fields.js";

/**
 * @typedef {import("./day.js").Day} Day
 * @typedef {import("./time-fields.js").Time & {
 *   phone: string, name: string, note: string, payWith: "on-site" | "pass" }} Wish
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
  const times = useTimes(day, wish);
  const { start, run } = times;
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
          <${TimeFields} day=${day} wish=${wish} change=${change} times=${times} />
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
