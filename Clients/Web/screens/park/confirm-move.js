/** The last step of moving a booking: the old time, the new one, and what it costs. */
import "../../contract/park-methods.js";
import { html, useEffect } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction, useKey } from "../../core/answer.js";
import { longDate, partsIn, timeOf, today } from "../../core/dates.js";
import { useNow } from "../../core/clock.js";
import { useTexts } from "../../core/languages.js";
import { Button } from "../../parts/button.js";
import { Icon } from "../../parts/icon.js";
import { ProblemNote } from "../../parts/states.js";
import { reverseName } from "./live.js";
import { isFreeToChange } from "./move.js";

/**
 * @typedef {import("./move.js").Park} Park
 * @typedef {import("./move.js").Booking} Booking
 * @typedef {import("./move.js").Target} Target
 */

/**
 * @param {{ park: Park, booking: Booking, target: Target, onMoved: (booking: Booking) => void, onClose: () => void,
 *   onTaken: (problem: import("../../core/problem.js").Problem) => void }} props
 */
export function ConfirmMove({ park, booking, target, onMoved, onClose, onTaken }) {
  const text = useTexts("park");
  const isFree = isFreeToChange(booking, useNow());
  const key = useKey([booking.id, target.reverseId, target.startsAt, target.sets]);
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
