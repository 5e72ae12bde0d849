/** A customer: balance, passes with their sale and correction, bookings and receipts. */
import "../../contract/park-methods.js";
import "../../contract/staff-methods.js";
import { html, useState } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { dayAndMonth, momentOf, partsIn, timeOf, today } from "../../core/dates.js";
import { money } from "../../core/money.js";
import { useHints } from "../../core/events.js";
import { useTexts } from "../../core/languages.js";
import { Button } from "../../parts/button.js";
import { Head, SectionHead } from "../../parts/head.js";
import { Icon } from "../../parts/icon.js";
import { laterSheet } from "../../parts/later-sheet.js";
import { Shown } from "../../parts/states.js";
import { Permitted } from "./access.js";
import { nameOf } from "./decided-cases.js";
import { readable } from "./telephone.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingGetCustomerResult} Found
 * @typedef {import("../../contract/types.d.ts").BookingPass} Pass
 * @typedef {import("../../contract/types.d.ts").BookingParkResult} Park
 */

const SaleSheet = laterSheet(async () => (await import("./till.js")).SaleSheet);
const CorrectionSheet = laterSheet(async () => (await import("./till.js")).CorrectionSheet);

/** @param {{ id: string }} props */
export default function CustomerScreen({ id }) {
  const text = useTexts("customers");
  return html`<${Permitted} title=${text.title}>${() => html`<${WithCustomer} id=${id} />`}<//>`;
}

/** @param {{ id: string }} props */
function WithCustomer({ id }) {
  const text = useTexts("customers");
  const answer = useAnswer("booking.customer", { id }, { isKept: false });
  const park = useAnswer("booking.park", {}).value;
  useHints("bookings", answer.refresh);
  return html`
    <main class="page" id="main">
      <${Head} title=${answer.value?.customer.name ?? text.title} back="/staff/customers" />
      <${Shown} answer=${answer} rows=${6}>${(/** @type {Found} */ found) =>
        html`<${Details} found=${found} park=${park} onChange=${answer.refresh} />`}<//>
    </main>
  `;
}

/** @param {{ found: Found, park?: Park, onChange: () => void }} props */
function Details({ found, park, onChange }) {
  const text = useTexts("customers");
  const { customer } = found;
  const [isSelling, setIsSelling] = useState(false);
  const [corrected, setCorrected] = useState(/** @type {Pass | null} */ (null));
  const zone = park?.timeZone;
  /** @type {[string, string | number][]} */
  const facts = [
    [text.left, found.left],
    [text.debt, money(customer.due)],
    [text.visits, found.visits],
    [text.late, customer.lateCancellations],
    [text.noShows, customer.noShows],
  ];
  return html`
    ${customer.phone && html`<a class="panel-phone" href=${`tel:${customer.phone}`}><${Icon} name="phone"
      size="small" />${readable(customer.phone)}</a>`}
    ${found.email && html`<p class="muted">${found.email}</p>`}
    ${customer.credit && html`<p class="note warning">${text.credit(money(customer.credit))}</p>`}
    <dl class="panel-facts">${facts.map(([label, value]) =>
      html`
        <div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>
      `
    )}</dl>
    <${SectionHead} title=${text.passes} />
    ${found.passes.length === 0 && html`<p class="muted">${text.noPasses}</p>`}
    <ul class="rows">${found.passes.map((pass) =>
      html`
        <li class="item" key=${pass.id}><span class="grow"><span class="strong">${pass.name}</span>
          <span class="meta"><span>${text.ofPass(pass.left, pass.sets)}</span><span>${text.until(
            dayAndMonth(partsIn(pass.expiresAt, zone).date, today(zone)),
          )}</span></span></span>
          <${Button} kind="quiet small" onClick=${() => setCorrected(pass)}><span aria-hidden="true">${text
            .correct}</span>
            <span class="for-readers">${text.correctNamed(pass.name)}</span><//></li>
      `
    )}</ul>
    <div class="actions">
      <${Button} kind="main small" onClick=${() => setIsSelling(true)}>${text.sell}<//></div>
    <${SectionHead} title=${text.bookings} />
    ${found.bookings.length === 0 && html`<p class="muted">${text.noBookings}</p>`}
    <ul class="rows">${found.bookings.map((one) => {
      const { date } = partsIn(one.startsAt, zone);
      return html`
        <li key=${one.id}><a class="item" href=${`/staff?day=${date}&open=${one.id}`}><span class="grow">${dayAndMonth(
          date,
          today(zone),
        )}, ${timeOf(one.startsAt, zone)}
          <span class="meta"><span>${park ? nameOf(park, one.reverseId) : one.reverseId}</span><span>${text.states[
            one.state
          ] ?? one.state}</span></span></span>
          <${Icon} name="next" size="small" class="go" /></a></li>
      `;
    })}</ul>
    ${found.receipts.length > 0 && html`<${SectionHead} title=${text.receipts} />`}
    <ul class="rows">${found.receipts.map((one) =>
      html`
        <li class="item" key=${one.number}><span class="grow"><span class="strong">${text.receipt(one.number)}</span>
          <span class="meta"><span>${one.name}</span><span>${momentOf(one.at, zone)}</span></span>
          ${one.reason && html`<span class="meta">${one.reason}</span>`}</span>
          <span>${one.sets > 0 ? `+${one.sets}` : one.sets}<span class="meta">${money(one.money)}</span></span></li>
      `
    )}</ul>
    ${isSelling && html`
      <${SaleSheet} customer=${customer} park=${park} onClose=${() => setIsSelling(false)} onDone=${onChange} />
    `}
    ${corrected && html`
      <${CorrectionSheet} pass=${corrected} onClose=${() => setCorrected(null)} onDone=${onChange} />
    `}
  `;
}
