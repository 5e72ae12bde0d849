/** The last step of moving a booking: the old time, the new one, and what it costs. */
import { html, useEffect, useMemo } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction } from "../../core/answer.js";
import { dayAndMonth, longDate, partsIn, timeOf, today } from "../../core/dates.js";
import { useNow } from "../../core/clock.js";
import { useTexts } from "../../core/languages.js";
import { Button } from "../../parts/fields.js";
import { Icon } from "../../parts/icon.js";
import { ProblemNote, Strip } from "../../parts/states.js";
import { reverseName } from "./confirm.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingParkResult} Park
 * @typedef {import("../../contract/types.d.ts").BookingRecord} Booking
 * @typedef {{ reverseId: string, startsAt: string, endsAt: string, sets: number }} Target
 */

/** True while cancelling and moving a booking cost nothing. @param {Booking} booking @param {number} now */
export const isFreeToChange = (booking, now) => Date.parse(booking.freeUntil) > now;

/** True while a booking can be changed at all. @param {Booking} booking @param {number} now */
export const isChangeable = (booking, now) => booking.state === "booked" && Date.parse(booking.startsAt) > now;

/** Says above the grid which booking is being moved. @param {{ booking: Booking, park: Park }} props */
export function MoveStrip({ booking, park }) {
  const text = useTexts("park");
  const zone = park.timeZone;
  const { date, time } = partsIn(booking.startsAt, zone);
  return html`
    <${Strip} icon="clock"><span><b class="strong">${text.move.choose}</b>
      <span class="note-line muted">${dayAndMonth(date, today(zone))}, ${time} · ${reverseName(
        park,
        booking.reverseId,
      )}</span></span>
      <a class="button bare" href=${`/park/bookings/${booking.id}`}>${text.move.cancel}</a><//>
  `;
}

/**
 * @param {{ park: Park, booking: Booking, target: Target, onMoved: (booking: Booking) => void, onClose: () => void,
 *   onTaken: (problem: import("../../core/problem.js").Problem) => void }} props
 */
export function ConfirmMove({ park, booking, target, onMoved, onClose, onTaken }) {
  const text = useTexts("park");
  const isFree = isFreeToChange(booking, useNow());
  const key = useMemo(() => crypto.randomUUID(), [booking.id, target.reverseId, target.startsAt, target.sets]);
  const moving = useAction(async () => {
    const { reverseId, startsAt, sets } = target;
    onMoved(await call("booking.reschedule", { id: booking.id, reverseId, startsAt, sets }, { key }));
  });
  useEffect(() => {
    if (moving.problem?.details?.nextFree) onTaken(moving.problem);
  }, [moving.problem]);
  /** @param {Booking | Target} one */
  const describe = (one) => {
    const { date } = partsIn(one.startsAt, park.timeZone);
    const range = `${timeOf(one.startsAt, park.timeZone)} – ${timeOf(one.endsAt, park.timeZone)}`;
    return html`
      <b class="strong">${longDate(date, today(park.timeZone))}, ${range}</b>
      <span class="note-line text-2 muted">${reverseName(park, one.reverseId)} · ${text.sets(one.sets)}</span>
    `;
  };
  return html`
    <div class="confirm">
      <h2 class="text-4">${text.move.title}</h2>
      <dl class="facts">
        <dt>${text.move.from}</dt>
        <dd>${describe(booking)}</dd>
        <dt>${text.move.to}</dt>
        <dd>${describe(target)}</dd>
      </dl>
      <p class=${`note ${isFree ? "positive" : "warning"}`}><${Icon} name=${isFree
        ? "check"
        : "warning"} size="small" />
        <span>${isFree ? text.move.free : text.move.late}</span></p>
      <${ProblemNote} problem=${moving.problem} />
      <div class="confirm-actions">
        <${Button} kind=${isFree ? "main wide" : "dangerous wide"} isRunning=${moving.isRunning}
          onClick=${moving.run}>${isFree ? text.move.action : text.booking.moveLate}<//>
        <${Button} kind="bare wide" onClick=${onClose}>${text.move.cancel}<//>
      </div>
    </div>
  `;
}
