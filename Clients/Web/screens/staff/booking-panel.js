/** A booking beside the board: the customer, the debts, and the actions. */
import { html } from "../../core/view.js";
import { dayAndMonth, duration, longDate, momentOf, partsIn, timeOf } from "../../core/dates.js";
import { money } from "../../core/money.js";
import { Button } from "../../parts/button.js";
import { Icon } from "../../parts/icon.js";
import { sanctionText } from "./sanctions.js";
import { canCheckIn } from "./shortcuts.js";
import { readable } from "./telephone.js";
import { plainAmount } from "./times.js";

/**
 * @typedef {import("./day.js").Day} Day
 * @typedef {import("./board-geometry.js").Item} Item
 */

/** @param {{ day: Day, item: Item }} props */
export function BookingPanel({ day, item }) {
  const { booking, customer } = item;
  const { drawer, sets } = day.text;
  const { date } = partsIn(booking.startsAt, day.zone);
  return html`
    <div class="panel-when">
      <${When} day=${day} booking=${booking} />
    </div>
    <div>
      <h2 class="text-4">${customer.name}</h2>
      ${customer.phone
        ? html`<a class="panel-phone" href=${`tel:${customer.phone}`}><${Icon} name="phone" size="small" />${
          readable(customer.phone)
        }</a>`
        : html`<p class="muted text-2">${drawer.noPhone}</p>`}
    </div>
    <div>
      <p class="strong">${timeOf(booking.startsAt, day.zone)} – ${timeOf(booking.endsAt, day.zone)}${date === day.date
        ? ""
        : `, ${dayAndMonth(date, day.present)}`}</p>
      <p class="muted text-2">${[
        day.nameOf(booking.reverseId),
        sets(booking.sets),
        booking.payWith === "pass" ? drawer.byPass : drawer.onSite,
      ].join(", ")}</p>
    </div>
    <${Facts} day=${day} item=${item} />
    <${Remarks} day=${day} item=${item} />
    <${Actions} day=${day} item=${item} />
  `;
}

/** @param {{ day: Day, booking: Item["booking"] }} props */
function When({ day, booking }) {
  const { drawer, looks } = day.text;
  if (booking.state === "cancelled") return html`<b class="danger">${looks.cancelled}</b>`;
  if (booking.state === "checked-in") return html`<b class="positive">${looks.arrived}</b>`;
  if (booking.state === "no-show") return html`<b class="danger">${looks.missed}</b>`;
  const [start, end] = [Date.parse(booking.startsAt), Date.parse(booking.endsAt)];
  const minutes = Math.floor(Math.abs(day.now - start) / 60_000);
  if (day.now >= end) return html`<b>${drawer.ended}</b>`;
  if (day.now >= start) return html`<b class="now">${drawer.started(duration(minutes))}</b>`;
  const { date } = partsIn(booking.startsAt, day.zone);
  return html`<b>${date === day.present ? drawer.startsIn(duration(minutes)) : longDate(date, day.present)}</b>`;
}

/** @param {{ day: Day, item: Item }} props */
function Facts({ day, item: { customer, toPay } }) {
  const { drawer } = day.text;
  /** @type {[string, string | number, string][]} */
  const facts = [
    [drawer.toPay, plainAmount(toPay), toPay.amount ? "warning" : ""],
    [drawer.debt, plainAmount(customer.due), customer.due.amount ? "danger" : ""],
    [drawer.late, customer.lateCancellations, ""],
    [drawer.missed, customer.noShows, ""],
  ];
  if (customer.credit) facts.push([drawer.credit, plainAmount(customer.credit), "positive"]);
  return html`<dl class="panel-facts">${
    facts.map(([name, value, kind]) =>
      html`
        <div>
          <dt>${name}</dt>
          <dd class=${kind}>${value}</dd>
        </div>
      `
    )
  }</dl>`;
}

/** @param {{ day: Day, item: Item }} props */
function Remarks({ day, item }) {
  const { booking, note } = item;
  const { drawer } = day.text;
  const { cancellation, decision } = booking;
  const by = /** @type {Record<string, string>} */ (drawer.cancelledBy)[cancellation?.by ?? ""] ?? "";
  return html`
    <p
      class="note"><${Icon} name="note" size="small" /><span>${note ??
        html`<span class="muted">${drawer.noNote}</span>`} <button type="button" class="underlined" onClick=${() =>
        day.act({ kind: "note", item })}>${note ? drawer.change : drawer.addNote}</button></span></p>
    ${cancellation &&
      html`<p class="note muted"><${Icon} name="close" size="small" /><span>${
        drawer.cancelled(momentOf(cancellation.at, day.zone, day.now), by)
      }${cancellation.isLate ? `, ${drawer.cancelledLate}` : ""}${
        cancellation.reason ? `: ${cancellation.reason}` : ""
      }</span></p>`}
    ${decision &&
      html`<p class="note muted"><${Icon} name="warning" size="small" /><span>${
        drawer.decided(sanctionText(decision, day.zone), decision.reason)
      } ${decision.reversedAt ? drawer.reversed : ""}</span></p>`}
    ${booking.caseId && !decision && html`<p class="note muted"><${Icon} name="warning" size="small" />
      <span>${drawer.caseOpen}</span></p>`}
  `;
}

/** @param {{ day: Day, item: Item }} props */
function Actions({ day, item }) {
  const { booking, customer, toPay } = item;
  const { text } = day;
  const isBooked = booking.state === "booked";
  const hasBegun = day.now >= Date.parse(booking.startsAt);
  const isEarly = isBooked && !canCheckIn(item, day);
  const reversible = day.isAdmin && booking.decision && !booking.decision.reversedAt && booking.caseId;
  return html`
    ${isEarly && html`<p class="text-2 muted">${text.checkIn.tooEarly}</p>`}
    <div class="panel-actions">
      ${canCheckIn(item, day) &&
        html`<${Button} kind="main wide" onClick=${() => day.act({ kind: "check-in", item })}>${
          toPay.amount ? text.checkIn.paying(plainAmount(toPay)) : text.checkIn.action
        } <kbd aria-hidden="true">i</kbd><//>`}
      ${customer.due.amount > 0 &&
        html`<${Button} kind="quiet small" onClick=${() => day.act({ kind: "settle", customer })}>${text.settle}<//>`}
      ${customer.credit &&
        html`<${Button} kind="quiet small" onClick=${() =>
          day.act({ kind: "pay-back", customer })}>${text.payBack}<//>`}
      ${isBooked && hasBegun &&
        html`<${Button} kind="dangerous small" onClick=${() => day.act({ kind: "no-show", item })}>${text.noShow}<//>`}
      ${isBooked && !hasBegun &&
        html`<${Button} kind="quiet small" onClick=${() => day.act({ kind: "move", item })}>${text.move}<//>`}
      ${isBooked && !hasBegun &&
        html`<${Button} kind="dangerous small" onClick=${() => day.act({ kind: "cancel", item })}>${text.cancel}<//>`}
      ${reversible &&
        html`<${Button} kind="quiet small" onClick=${() => day.act({ kind: "reversal", item })}>${text.reversal}<//>`}
    </div>
    <p class="text-1 muted">${text.drawer.made} ${momentOf(booking.madeAt, day.zone, day.now)}${booking.moves
      ? `, ${text.drawer.times[booking.moves === 1 ? 0 : 1]}`
      : ""}. ${money(booking.price)}</p>
  `;
}
