/** One booking, and the cost of changing it. */
import "../../contract/park-methods.js";
import { html, useEffect, useState } from "../../core/view.js";
import { answerName, useAnswer } from "../../core/answer.js";
import { longDate, momentOf, partsIn, timeOf, today } from "../../core/dates.js";
import { useNow } from "../../core/clock.js";
import { readAnswer } from "../../core/store.js";
import { useAccount } from "../../core/session.js";
import { loadTexts, useTexts } from "../../core/languages.js";
import { Button } from "../../parts/button.js";
import { Head } from "../../parts/head.js";
import { Icon } from "../../parts/icon.js";
import { later } from "../../parts/later.js";
import { Shown, SignedOut } from "../../parts/states.js";
import { addToCalendar } from "./booked.js";
import { CancelSheet } from "./cancel.js";
import { reverseName, useBookingHints, usePark } from "./live.js";
import { isChangeable, isFreeToChange } from "./move.js";
import { DecisionNote, paymentOf, stateOf } from "./rows.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingRecord} Booking
 * @typedef {import("../../contract/types.d.ts").BookingParkResult} Park
 */

/** Few bookings lead to a case. */
const CaseWords = later(async () => {
  const [module] = await Promise.all([import("./case-words.js"), loadTexts("words")]);
  return module.CaseWords;
});

/** @param {{ id: string }} props */
export default function BookingScreen({ id }) {
  const text = useTexts("park");
  const { signIn } = useTexts("bookings");
  const account = useAccount();
  const park = usePark().value;
  const answer = useAnswer("booking.get", account ? { id } : null, { everyMs: 60_000 });
  useBookingHints(answer.refresh);
  const listed = useListed(id, answer.problem !== undefined && answer.value === undefined);
  const shown = listed ? { ...answer, ...listed, isKept: true } : answer;
  return html`
    <main class="page" id="main">
      <${Head} title=${text.booking.title} back="/park/bookings" />
      ${account
        ? html`<${Shown} answer=${shown}>${(/** @type {Booking} */ booking) =>
          html`
            <${Details} booking=${booking} park=${park} isOffline=${Boolean(answer.problem?.isOffline)}
              onChanged=${answer.refresh} />
          `}<//>`
        : html`<${SignedOut} sentence=${signIn} />`}
    </main>
  `;
}

/** A booking from a kept list, for use without a network. @param {string} id @param {boolean} isWanted */
function useListed(id, isWanted) {
  const [listed, setListed] = useState(/** @type {{ value: Booking, fetchedAt: number } | null} */ (null));
  useEffect(() => {
    if (!isWanted) return setListed(null);
    const find = async () => {
      for (const state of ["upcoming", "past", "cancelled"]) {
        const kept = await readAnswer(answerName("booking.history", { state }));
        const value = /** @type {any} */ (kept?.value)?.items.find((/** @type {Booking} */ one) => one.id === id);
        if (kept && value) return setListed({ value, fetchedAt: kept.fetchedAt });
      }
    };
    find();
  }, [id, isWanted]);
  return listed;
}

/** @param {{ booking: Booking, park?: Park, isOffline: boolean, onChanged: () => void }} props */
function Details({ booking, park, isOffline, onChanged }) {
  const text = useTexts("park");
  const zone = booking.timeZone;
  const { date } = partsIn(booking.startsAt, zone);
  const isMade = booking.state === "booked";
  return html`
    <div class="booking">
      <p class=${`tag ${isMade ? "accent" : "muted"}`}><${Icon} name=${isMade
        ? "check"
        : "note"} size="tiny" />${stateOf(booking)}</p>
      <p class="text-4">${longDate(date, today(zone))}</p>
      <p class="text-5">${timeOf(booking.startsAt, zone)} – ${timeOf(booking.endsAt, zone)}</p>
      <dl class="facts">
        <dt>${text.booking.where}</dt><dd>${reverseName(park, booking.reverseId)}, ${text.sets(booking.sets)}</dd>
        <dt>${text.booking.payment}</dt><dd>${paymentOf(booking)}</dd>
        <dt>${text.booking.made}</dt><dd>${momentOf(booking.madeAt, zone)}</dd>
        ${booking.moves && html`
          <dt>${text.booking.moved}</dt>
          <dd>${text.booking.times(booking.moves)}</dd>
        `}
        ${booking.cancellation && html`
          <dt>${text.booking.cancelled}</dt>
          <dd>${momentOf(booking.cancellation.at, zone)}${booking.cancellation.reason &&
            html`<span class="note-line muted">${booking.cancellation.reason}</span>`}</dd>
        `}
        ${(booking.decision || booking.caseId) &&
          html`
            <dt>${text.booking.decision}</dt>
            <dd>
              <${DecisionNote} decision=${booking.decision} zone=${zone} />
            </dd>
          `}
      </dl>
      ${booking.caseId && !isOffline && html`<${CaseWords} id=${booking.caseId} zone=${zone} />`}
      <${Changes} booking=${booking} isOffline=${isOffline} onChanged=${onChanged} />
      ${park && isMade &&
        html`
          <div class="actions">
            <${Button} kind="quiet" onClick=${() => addToCalendar(booking, park)}>${text.booking.calendar}<//></div>
        `}
    </div>
  `;
}

/**
 * Moving and cancelling, with their cost.
 * @param {{ booking: Booking, isOffline: boolean, onChanged: () => void }} props
 */
function Changes({ booking, isOffline, onChanged }) {
  const text = useTexts("park");
  const now = useNow();
  const [isCancelling, setIsCancelling] = useState(false);
  const { date } = partsIn(booking.startsAt, booking.timeZone);
  if (!isChangeable(booking, now)) {
    const isComing = Date.parse(booking.startsAt) > now;
    if (booking.state === "booked") return html`<p class="muted">${text.booking.started}</p>`;
    const query = new URLSearchParams({
      day: date,
      reverse: booking.reverseId,
      sets: String(booking.sets),
      at: booking.startsAt,
    });
    return isComing && booking.state === "cancelled"
      ? html`<div class="actions"><a class="button quiet" href=${`/park?${query}`}>${text.booking.again}</a></div>`
      : null;
  }
  if (isOffline) {
    return html`<p class="note muted"><${Icon} name="offline" size="small" /><span>${text.booking.connect}</span></p>`;
  }
  const isFree = isFreeToChange(booking, now);
  const moment = momentOf(booking.freeUntil, booking.timeZone);
  return html`
    <section class="changes" aria-label=${text.booking.change}>
      <p class=${`note ${isFree ? "positive" : "warning"}`}><${Icon} name=${isFree
        ? "clock"
        : "warning"} size="small" />
        <span>${isFree ? text.booking.freeUntil(moment) : text.booking.lateSince(moment)}</span></p>
      <div class="actions">
        <a class="button quiet" href=${`/park?day=${date}&reverse=${booking.reverseId}&sets=${booking.sets}&move=${booking.id}`}>${isFree
          ? text.booking.move
          : text.booking.moveLate}</a>
        <${Button} kind="dangerous" onClick=${() => setIsCancelling(true)}>${isFree
          ? text.booking.cancel
          : text.booking.cancelLate}<//>
      </div>
      ${isCancelling &&
        html`<${CancelSheet} booking=${booking} onClose=${() => setIsCancelling(false)} onCancelled=${() => {
          setIsCancelling(false);
          onChanged();
        }} />`}
    </section>
  `;
}
