/** Moving a customer's booking to another time. */
import "../../contract/park-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { dayAndMonth, partsIn, timeOf } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { changeQuery } from "../../core/router.js";
import { ActionSheet } from "./action-sheet.js";
import { leadOf } from "./booking-actions.js";
import { NextFree, periodOf, TimeFields, useTimes } from "./time-fields.js";

/** @param {import("./booking-actions.js").Props} props */
export function MoveSheet({ day, item }) {
  const { move: text } = useTexts("actions");
  const { booking } = item;
  const { reverseId, sets } = booking;
  const [wish, setWish] = useState(
    /** @type {import("./time-fields.js").Time} */ ({
      date: partsIn(booking.startsAt, day.zone).date,
      reverseId,
      sets,
    }),
  );
  /** @param {Partial<typeof wish>} change */
  const change = (change) => setWish((before) => ({ ...before, ...change }));
  const times = useTimes(day, wish, { moved: booking });
  const { start, run } = times;
  const params = start && { id: booking.id, reverseId: wish.reverseId, startsAt: start.startsAt, sets: run.length };
  const isFree = day.now < Date.parse(booking.freeUntil);
  /** @param {string} key */
  const move = async (key) => {
    if (!params) return;
    const moved = await call("booking.reschedule", params, { key });
    const { date } = partsIn(moved.startsAt, day.zone);
    const shown = { day: date === day.present ? null : date, open: moved.id, digits: null };
    day.finish(null, {
      sentence: text.done(dayAndMonth(date, day.present), timeOf(moved.startsAt, day.zone)),
      action: text.open,
      onAction: () => changeQuery(shown),
    });
  };
  return html`
    <${ActionSheet} title=${text.title} lead=${leadOf(day, item)} intention=${params} onRun=${move} hasFields isBroad
      onClose=${day.endAction} isReady=${Boolean(params)} isDangerous=${!isFree} confirm=${text.confirm}
      consequences=${[
        start && { sentence: text.to(...periodOf(day, run)), icon: "clock" },
        isFree ? { sentence: text.free, kind: "positive", icon: "check" } : { sentence: text.late, kind: "warning" },
      ]}>${(/** @type {any} */ problem) =>
        html`
          <${TimeFields} day=${day} wish=${wish} change=${change} times=${times} />
          <${NextFree} day=${day} problem=${problem} change=${change} />
        `}<//>
  `;
}
