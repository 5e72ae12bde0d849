/** The day beside the board while nothing is open: the next bookings, closures, cancelled bookings, credits. */
import { html } from "../../core/view.js";
import { timeOf } from "../../core/dates.js";
import { money } from "../../core/money.js";
import { texts, useTexts } from "../../core/languages.js";
import { Button } from "../../parts/button.js";
import { Icon } from "../../parts/icon.js";
import { cancelledOn } from "./board-geometry.js";
import { lastDigits } from "./telephone.js";

/**
 * @typedef {import("./day.js").Day} Day
 * @typedef {import("./board-geometry.js").Item} Item
 */

const shownNext = 4;

/** @param {{ day: Day }} props */
export function DayPanel({ day }) {
  const text = useTexts("staffPane");
  const board = day.board.value;
  const next = (board?.items ?? []).filter(({ booking }) =>
    booking.state === "booked" && Date.parse(booking.endsAt) > day.now
  );
  return html`
    ${board && html`
      <h2 class="side-head">${text.next}</h2>
      ${next.length === 0
        ? html`<p class="muted text-2">${day.text.nobody}</p>`
        : html`<${Rows} day=${day} items=${next.slice(0, shownNext)} />`}
      <${Closures} day=${day} closures=${board.closures} />
      <${Creditors} day=${day} creditors=${board.creditors} />
      <${Cancelled} day=${day} items=${cancelledOn(board)} />
    `}
    <ul class="rows">
      <li><a class="item" href="/staff/days"><span class="grow">${text.days}</span>
        <${Icon} name="next" size="small" class="go" /></a></li>
      <li><a class="item" href="/staff/customers"><span class="grow">${text.customers}</span>
        <${Icon} name="next" size="small" class="go" /></a></li>
    </ul>
    ${day.isAdmin && html`
      <h2 class="side-head">${text.administration}</h2>
      <ul class="rows">
        <li><a class="item" href="/staff/cases"><span class="grow">${text.cases}</span>
          <${Icon} name="next" size="small" class="go" /></a></li>
        <li><a class="item" href="/staff/payments"><span class="grow">${text.purchases}</span>
          <${Icon} name="next" size="small" class="go" /></a></li>
        <li><a class="item" href="/staff/report"><span class="grow">${text.report}</span>
          <${Icon} name="next" size="small" class="go" /></a></li>
        <li><a class="item" href="/staff/park"><span class="grow">${text.settings}</span>
          <${Icon} name="next" size="small" class="go" /></a></li>
      </ul>
    `}
  `;
}

/** @param {{ day: Day, items: Item[] }} props */
const Rows = ({ day, items }) =>
  html`<ul class="rows">${
    items.map(({ booking, customer }) =>
      html`<li><button type="button" class="item" onClick=${() => day.open(booking.id)}>
        <span class="side-time">${timeOf(booking.startsAt, day.zone)}</span>
        <span class="grow">${customer.name} <span class="muted no-break">${lastDigits(customer.phone)}</span>
          <span class="meta">${day.nameOf(booking.reverseId)}</span></span></button></li>`
    )
  }</ul>`;

/** @param {{ day: Day, closures: import("./day.js").Closure[] }} props */
const Closures = ({ day, closures }) =>
  closures.length > 0 && html`
    <h2 class="side-head">${texts("staffPane").closures}</h2>
    <ul class="rows">${closures.map((closure) =>
      html`<li><button type="button" class="item" onClick=${() => day.open(closure.id)}>
        <span class="side-time">${timeOf(closure.from, day.zone)}</span>
        <span class="grow">${closure.reason}<span class="meta">${
        closure.reverseId ? day.nameOf(closure.reverseId) : texts("staffPane").everyReverse
      }</span></span></button></li>`
    )}</ul>
  `;

/** @param {{ day: Day, creditors: import("./day.js").Customer[] }} props */
const Creditors = ({ day, creditors }) =>
  creditors.length > 0 && html`
    <h2 class="side-head">${texts("staffPane").creditors}</h2>
    <ul class="rows">${creditors.map((customer) =>
      html`
        <li
          class="item"><span class="grow">${customer.name} <span class="muted no-break">${lastDigits(
            customer.phone,
          )}</span><span class="meta">${customer.credit &&
            texts("staffPane").owes(money(customer.credit))}</span></span>
                <${Button} kind="bare" onClick=${() => day.act({ kind: "pay-back", customer })}>${day.text
                  .payBack}<//></li>
      `
    )}</ul>
  `;

/** @param {{ day: Day, items: Item[] }} props */
const Cancelled = ({ day, items }) =>
  items.length > 0 && html`
    <details class="side-cancelled">
      <summary>${texts("staffPane").cancelled}: ${items.length}</summary>
      <${Rows} day=${day} items=${items} />
    </details>
  `;
