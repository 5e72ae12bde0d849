/** The ledger of the account: every change of sets and money, with its cause. */
import "../../contract/park-methods.js";
import { html } from "../../core/view.js";
import { dayAndMonth, number, partsIn, timeOf, today } from "../../core/dates.js";
import { money } from "../../core/money.js";
import { usePages } from "../../core/pages.js";
import { useTexts } from "../../core/languages.js";
import { Shown } from "../../parts/states.js";
import { More } from "../../parts/more.js";
import { useBookingHints } from "./live.js";

/** @typedef {import("../../contract/types.d.ts").BookingLedgerEntry} Entry */

/** @param {{ zone?: string }} props */
export function Ledger({ zone }) {
  const text = useTexts("pass");
  const pages = usePages("booking.ledger", {});
  useBookingHints(pages.answer.refresh);
  return html`
    <${Shown} answer=${pages.answer} zone=${zone}>${() =>
      pages.items?.length
        ? html`
          <ul class="rows ledger">${pages.items.map((entry) =>
            html`<${Row} key=${entry.id} entry=${entry} zone=${zone} />`
          )}</ul>
          <${More} pages=${pages} />
        `
        : html`<p class="muted">${text.ledgerEmpty}</p>`}<//>
  `;
}

/** @param {{ entry: Entry, zone?: string }} props */
function Row({ entry, zone }) {
  const text = useTexts("pass");
  const { date } = partsIn(entry.at, zone);
  const name = /** @type {Record<string, string>} */ (text.kinds)[entry.kind] ?? entry.kind;
  const href = entry.bookingId
    ? `/park/bookings/${entry.bookingId}`
    : entry.paymentId
    ? `/park/payments/${entry.paymentId}`
    : undefined;
  const content = html`
    <span class="grow">${name}<span class="note-line muted">${dayAndMonth(date, today(zone))}, ${timeOf(
      entry.at,
      zone,
    )}</span></span>
    <span class="amounts">${entry.sets !== undefined &&
      html`<b class=${`strong ${entry.sets > 0 ? "positive" : ""}`}>${signed(entry.sets)} ${
        text.sets(Math.abs(entry.sets)).split("\u00a0")[1]
      }</b>`}${entry.money && html`<span class="note-line">${money(entry.money)}</span>`}</span>
  `;
  return html`<li>${
    href ? html`<a class="item" href=${href}>${content}</a>` : html`<div class="item">${content}</div>`
  }</li>`;
}

/** @param {number} value */
const signed = (value) => (value > 0 ? `+${number(value)}` : number(value));
