/** Rows of bookings and of cases. */
import { html } from "../../core/view.js";
import { dayAndMonth, momentOf, partsIn, timeOf, today } from "../../core/dates.js";
import { money } from "../../core/money.js";
import { texts, useTexts } from "../../core/languages.js";
import { Icon } from "../../parts/icon.js";
import { reverseName } from "./live.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingRecord} Booking
 * @typedef {import("../../contract/types.d.ts").BookingCase} Case
 * @typedef {import("../../contract/types.d.ts").BookingDecision} Decision
 * @typedef {import("../../contract/types.d.ts").BookingParkResult} Park
 */

/** The state of a booking in words. @param {Booking} booking */
export function stateOf({ state, cancellation }) {
  const text = texts("park");
  if (state !== "cancelled" || !cancellation) {
    return /** @type {Record<string, string>} */ (text.states)[state] ?? state;
  }
  const by = /** @type {Record<string, string>} */ (text.cancelledBy)[cancellation.by] ?? text.states.cancelled;
  return cancellation.isLate ? `${by}, ${text.isLate}` : by;
}

/** The price of a booking, and how it is paid. @param {Booking} booking */
export function paymentOf({ payWith, charge, sets, price }) {
  const text = texts("park");
  const state = /** @type {Record<string, string>} */ (text.booking.charge)[charge.state] ?? charge.state;
  const isDue = charge.state === "due" || charge.state === "held";
  if (payWith === "pass") return `${text.booking.byPass(charge.sets ?? sets)}: ${state}`;
  return isDue
    ? text.booking.pay(money(charge.money ?? price))
    : charge.money
    ? `${money(charge.money)}: ${state}`
    : state;
}

/** The park's decision, in a sentence. @param {Decision} decision @param {string} [zone] */
function sanctionOf(decision, zone) {
  const { sanctions } = texts("park").cases;
  const until = decision.until ? momentOf(decision.until, zone) : "";
  switch (decision.sanction) {
    case "charge-sets":
      return sanctions.sets(decision.sets ?? 0);
    case "fee":
      return decision.fee ? sanctions.fee(money(decision.fee)) : decision.sanction;
    case "prepay-only":
      return sanctions.prepay(until);
    case "suspension":
      return sanctions.suspension(until);
    case "warning":
      return sanctions.warning;
    default:
      return sanctions.none;
  }
}

/** @param {{ booking: Booking, park?: Park }} props */
export function BookingRow({ booking, park }) {
  const text = useTexts("park");
  const zone = booking.timeZone;
  const isComing = booking.state === "booked";
  return html`
    <a class=${`row ${isComing ? "" : "past"}`} href=${`/park/bookings/${booking.id}`}>
      <span class="at">${timeOf(booking.startsAt, zone)}<small>${timeOf(booking.endsAt, zone)}</small></span>
      <span class=${isComing ? "shape-cell accent" : "shape-cell"}><${Icon} name="shape-wake" class="shape" /></span>
      <span class="what"><b class="strong">${reverseName(park, booking.reverseId)}, ${text.sets(booking.sets)}</b>
        <span class="meta"><span>${isComing ? paymentOf(booking) : stateOf(booking)}</span>${booking.decision &&
          (booking.decision.reversedAt
            ? html`<s>${
              sanctionOf(booking.decision, zone)
            }</s><span class="for-readers">${text.booking.reversed}</span>`
            : html`<span>${sanctionOf(booking.decision, zone)}</span>`)}</span></span>
      <span class="go"><${Icon} name="next" size="small" /></span>
    </a>
  `;
}

/** @param {{ item: Case, park?: Park }} props */
export function CaseRow({ item, park }) {
  const text = useTexts("park");
  const zone = park?.timeZone;
  const { date, time } = partsIn(item.startsAt, zone);
  const kind = item.kind === "no-show" ? text.cases.missed : text.cases.late;
  const isOpen = item.state === "open";
  return html`
    <a class="row case" href=${`/park/bookings/${item.bookingId}`}>
      <span class="at">${time}</span>
      <span class=${`shape-cell ${isOpen ? "warning" : ""}`}><${Icon} name=${isOpen
        ? "clock"
        : "check"} size="tiny" /></span>
      <span class="what"><b class="strong">${kind}: ${reverseName(park, item.reverseId)}, ${text.sets(item.sets)}</b>
        <span class="note-line muted">${dayAndMonth(date, today(zone))}</span>
        <${DecisionNote} decision=${item.decision} zone=${zone} /></span>
      <span class="go"><${Icon} name="next" size="small" /></span>
    </a>
  `;
}

/** @param {{ decision?: Decision, zone?: string }} props */
export function DecisionNote({ decision, zone }) {
  const text = useTexts("park");
  if (!decision) return html`<span class="note-line warning">${text.cases.open}</span>`;
  const isReversed = decision.reversedAt !== undefined;
  return html`
    <span class="note-line strong">${isReversed
      ? html`<s>${sanctionOf(decision, zone)}</s>`
      : sanctionOf(decision, zone)}</span>
    <span class="note-line muted">${decision.reason}</span>
    ${decision.reversedAt &&
      html`<span class="note-line positive">${text.cases.reversed(momentOf(decision.reversedAt, zone))}${
        decision.reversalReason && `. ${decision.reversalReason}`
      }</span>`}
  `;
}
