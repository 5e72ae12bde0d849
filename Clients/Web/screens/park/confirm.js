/** The last step of a booking: sets, time, means of payment, and the end of free cancellation. */
import "../../contract/park-methods.js";
import { html, useEffect, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction, useKey } from "../../core/answer.js";
import { dayAndMonth, momentOf, partsIn, timeOf, today, weekday } from "../../core/dates.js";
import { money } from "../../core/money.js";
import { useTexts } from "../../core/languages.js";
import { Button } from "../../parts/button.js";
import { Icon } from "../../parts/icon.js";
import { ProblemNote } from "../../parts/states.js";
import { dropHold } from "./hold.js";
import { HoldRing, rangeOf, useSecondsLeft } from "./hold-bar.js";
import { reverseName, usePass } from "./live.js";
import { PassRing } from "./pass-line.js";
import { freeCancellation } from "./slots.js";

/**
 * @typedef {import("./hold.js").Hold} Hold
 * @typedef {import("../../contract/types.d.ts").BookingParkResult} Park
 * @typedef {import("../../contract/types.d.ts").BookingRecord} Booking
 */

/**
 * @param {{ park: Park, hold: Hold, isHolding: boolean, onBooked: (booking: Booking) => void, onAgain: () => void,
 *   onRelease: () => void, onTaken: (problem: import("../../core/problem.js").Problem) => void }} props
 *   `onTaken`: called if somebody else has taken the time, because the hold had ended.
 */
export function Confirm({ park, hold, isHolding, onBooked, onAgain, onRelease, onTaken }) {
  const text = useTexts("park");
  const zone = park.timeZone;
  const left = useSecondsLeft(hold);
  const isOver = left !== null && left <= 0;
  const { date } = partsIn(hold.startsAt, zone);
  const payment = usePayment(hold);
  const booking = useBooking(hold, payment.way, onBooked);
  const { problem } = booking;
  useEffect(() => {
    if (problem?.details?.nextFree) onTaken(problem);
  }, [problem]);
  return html`
    <div class="confirm">
      <div class="confirm-top">
        <${HoldRing} hold=${hold} left=${left} />
        <div>
          <h2 class="text-4">${isOver
            ? text.hold.ended
            : hold.endsAtMs === null
            ? text.hold.unheld
            : text.hold.title}</h2>
          <p class="text-2 muted">${isOver
            ? text.hold.endedNote
            : hold.endsAtMs === null
            ? text.hold.unheldNote
            : text.hold.note(timeOf(hold.endsAtMs, zone))}</p>
        </div>
      </div>
      <div>
        <p class="text-4">${weekday(date)}, ${rangeOf(hold, zone)}</p>
        <p>${dayAndMonth(date, today(zone))} · ${reverseName(park, hold.reverseId)} · ${text.sets(hold.sets)}</p>
      </div>
      <${Payment} hold=${hold} payment=${payment} />
      <p class="note muted"><${Icon} name="clock" size="small" /><span>${freeText(park, hold.startsAt)}</span></p>
      <p class="text-2 muted">${park.rules}</p>
      <${ProblemNote} problem=${problem} />
      <div class="confirm-actions">
        ${isOver
          ? html`<${Button} kind="main wide" isRunning=${isHolding} onClick=${onAgain}>${text.hold.again}<//>`
          : html`<${Button} kind="main wide" isRunning=${booking.isRunning} onClick=${booking.run}>${
            text.confirm.book(hold.sets)
          }<//>`}
        <${Button} kind="bare wide" onClick=${onRelease}>${isOver ? text.hold.dismiss : text.hold.release}<//>
      </div>
    </div>
  `;

  /** @param {Park} park @param {string} startsAt */
  function freeText(park, startsAt) {
    const free = freeCancellation(startsAt, park, Date.now());
    const moment = momentOf(free.until, park.timeZone);
    return free.isUndo ? text.confirm.undoUntil(moment) : text.confirm.freeUntil(moment);
  }
}

/**
 * Books with one key for each hold and means of payment, so that trying again after a lost answer makes the same
 * booking.
 * @param {Hold} hold @param {import("../../contract/types.d.ts").PaymentWayInput} payWith
 * @param {(booking: Booking) => void} onBooked
 */
function useBooking(hold, payWith, onBooked) {
  const { id, reverseId, startsAt, sets } = hold;
  const key = useKey([id, reverseId, startsAt, sets, payWith]);
  return useAction(async () => {
    const what = id ? { holdId: id } : { reverseId, startsAt, sets };
    const booking = await call("booking.book", { payWith, ...what }, { key });
    dropHold();
    onBooked(booking);
  });
}

/** The means of payment: the pass if it has enough sets, unless the person chooses otherwise. @param {Hold} hold */
function usePayment(hold) {
  const passes = usePass().value;
  const [chosen, setChosen] = useState(
    /** @type {import("../../contract/types.d.ts").PaymentWayInput | null} */ (null),
  );
  const hasEnough = (passes?.left ?? 0) >= hold.sets;
  /** @type {import("../../contract/types.d.ts").PaymentWayInput} */
  const way = hasEnough ? chosen ?? "pass" : "on-site";
  return { passes, hasEnough, way, choose: setChosen };
}

/** @param {{ hold: Hold, payment: ReturnType<typeof usePayment> }} props */
function Payment({ hold, payment }) {
  const text = useTexts("park");
  const { passes, hasEnough, way, choose } = payment;
  const left = passes?.left ?? 0;
  return html`
    <fieldset class="ways">
      <legend class="for-readers">${text.confirm.payment}</legend>
      <label class=${`choice ${hasEnough ? "" : "muted"}`}>
        <input type="radio" name="pay" checked=${way === "pass"} disabled=${!hasEnough} onChange=${() =>
          choose("pass")} />
        <span>${text.confirm.byPass}<span class="text-2 muted note-line">${hasEnough
          ? text.confirm.leftAfter(left - hold.sets)
          : text.confirm.tooFew(left)}</span></span>
        ${passes && left > 0
          ? html`<${PassRing} passes=${passes} class="small-ring" />`
          : html`<a class="more" href="/park/pass">${text.topUp}</a>`}</label>
      <label class="choice">
        <input type="radio" name="pay" checked=${way === "on-site"} onChange=${() => choose("on-site")} />
        <span>${text.confirm.onSite}<span class="text-2 muted note-line">${text.confirm.onSiteNote}</span></span>
        <b class="strong no-break">${money(hold.price)}</b></label>
    </fieldset>
  `;
}
