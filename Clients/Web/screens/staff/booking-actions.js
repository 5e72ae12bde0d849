/** The actions on one booking: check-in, no-show, note, cancellation. */
import "../../contract/park-methods.js";
import "../../contract/staff-methods.js";
import { html, useState } from "../../core/view.js";
import { useTexts } from "../../core/languages.js";
import { call } from "../../core/api.js";
import { timeOf } from "../../core/dates.js";
import { Area } from "../../parts/fields.js";
import { ActionSheet } from "./action-sheet.js";
import { plainAmount } from "./times.js";

/**
 * @typedef {import("./day.js").Day} Day
 * @typedef {import("./board-geometry.js").Item} Item
 * @typedef {{ day: Day, item: Item }} Props
 */

/** The customer and the time. @param {Day} day @param {Item} item */
export const leadOf = (day, { booking, customer }) =>
  `${customer.name}, ${timeOf(booking.startsAt, day.zone)} – ${timeOf(booking.endsAt, day.zone)}`;

/** @param {Props} props */
export function CheckInSheet({ day, item }) {
  const { checkIn: text } = useTexts("actions");
  const { checkIn: words } = day.text;
  const { booking, customer, toPay } = item;
  const run = async () => {
    const done = await call("booking.checkIn", { id: booking.id });
    day.finish(done, { sentence: text.done(customer.name) });
  };
  return html`
    <${ActionSheet} title=${text.title} lead=${leadOf(day, item)} intention=${booking.id} onRun=${run}
      onClose=${day.endAction} confirm=${toPay.amount
        ? words.paying(plainAmount(toPay))
        : words.action} consequences=${[
        toPay.amount > 0
          ? { sentence: text.pays(plainAmount(toPay)), kind: "warning" }
          : booking.payWith === "pass" && booking.charge.state === "held"
          ? { sentence: text.usesSets(booking.charge.sets ?? booking.sets) }
          : { sentence: text.nothing },
        booking.state === "no-show" && { sentence: text.withdraws },
        { sentence: text.final, kind: "muted", icon: "note" },
      ]} />
  `;
}

/** @param {Props} props */
export function NoShowSheet({ day, item }) {
  const { noShow: text } = useTexts("actions");
  const { booking, customer } = item;
  const run = async () => {
    const done = await call("booking.noShow", { id: booking.id });
    day.finish(done, {
      sentence: text.done(customer.name),
      action: text.take,
      onAction: () => day.act({ kind: "check-in", item: done }),
    });
  };
  return html`
    <${ActionSheet} title=${text.title} lead=${leadOf(day, item)} intention=${booking.id} onRun=${run} isDangerous
      onClose=${day.endAction} confirm=${day.text.noShow} consequences=${[
        { sentence: text.opens, kind: "warning" },
        { sentence: booking.payWith === "pass" ? text.keepsPass : text.keeps },
        { sentence: text.undo, kind: "muted", icon: "note" },
      ]} />
  `;
}

/** @param {Props} props */
export function NoteSheet({ day, item }) {
  const { note: text } = useTexts("actions");
  const { id } = item.booking;
  const [note, setNote] = useState(item.note ?? "");
  const written = note.trim() || undefined;
  /** @param {string | undefined} next */
  const write = async (next) => await call("booking.note", next === undefined ? { id } : { id, note: next });
  const run = async () => {
    const done = await write(written);
    day.finish(done, {
      sentence: written ? text.saved : text.removed,
      action: text.undo,
      onAction: async () => day.finish(await write(item.note), { sentence: item.note ? text.saved : text.removed }),
    });
  };
  return html`
    <${ActionSheet} title=${text.title} lead=${leadOf(day, item)} intention=${note} onRun=${run} hasFields
      onClose=${day.endAction} confirm=${text.save} isReady=${written !== item.note}>
      <${Area} label=${text.label} value=${note} onInput=${setNote} maxlength=${500} hasFocus />
      <//>
  `;
}

/** @param {Props} props */
export function CancelSheet({ day, item }) {
  const { cancel: text } = useTexts("actions");
  const { booking } = item;
  const isFree = day.now < Date.parse(booking.freeUntil);
  const run = async () => {
    const done = await call("booking.cancel", { id: booking.id });
    day.finish({ ...item, booking: done, toPay: { ...item.toPay, amount: 0 } }, { sentence: text.done });
  };
  return html`
    <${ActionSheet} title=${text.title} lead=${leadOf(day, item)} intention=${booking.id} onRun=${run} isDangerous
      onClose=${day.endAction} confirm=${text.confirm} consequences=${[
        isFree ? { sentence: text.free, kind: "positive", icon: "check" } : { sentence: text.late, kind: "warning" },
        { sentence: text.final, kind: "muted", icon: "note" },
      ]} />
  `;
}
