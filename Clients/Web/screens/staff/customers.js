/** Finding a customer by name, digits of the number, or e-mail address; the address of the page keeps the words. */
import "../../contract/staff-methods.js";
import { html } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { changeQuery, usePlace } from "../../core/router.js";
import { Button } from "../../parts/button.js";
import { Field } from "../../parts/fields.js";
import { Head } from "../../parts/head.js";
import { Icon } from "../../parts/icon.js";
import { laterSheet } from "../../parts/later-sheet.js";
import { Empty, Shown } from "../../parts/states.js";
import { Permitted } from "./access.js";
import { plainAmount } from "./times.js";
import { readable } from "./telephone.js";

/** @typedef {import("../../contract/types.d.ts").BookingCustomer} Customer */

/** The service refuses fewer characters. */
const leastLength = 2;

const NewSale = laterSheet(async () => (await import("./till.js")).NewSale);

export default function CustomersScreen() {
  const text = useTexts("customers");
  return html`<${Permitted} title=${text.title}>${() => html`<${Search} />`}<//>`;
}

function Search() {
  const text = useTexts("customers");
  const { query } = usePlace();
  const words = query.get("name") ?? "";
  const isSearching = words.trim().length >= leastLength;
  const answer = useAnswer("booking.customers", isSearching ? { query: words.trim() } : null, { isKept: false });
  return html`
    <main class="page" id="main">
      <${Head} title=${text.title} back="/staff" />
      <${Field} label=${text.search} type="search" value=${words} autocomplete="off" maxlength=${60} hasFocus
        onInput=${(/** @type {string} */ name) => changeQuery({ name: name || null })} />
      ${isSearching
        ? html`<${Shown} answer=${answer} rows=${4}>${(/** @type {{ items: Customer[], hasMore: boolean }} */ value) =>
          html`<${List} found=${value} />`}<//>`
        : html`<p class="muted">${text.hint}</p>`}
      <div class="actions follows">
        <${Button} kind="quiet small" onClick=${() => changeQuery({ sale: "new" })}>${text.sellNew}<//></div>
      ${query.has("sale") && html`<${NewSale} onClose=${() => changeQuery({ sale: null })} />`}
    </main>
  `;
}

/** @param {{ found: { items: Customer[], hasMore: boolean } }} props */
function List({ found }) {
  const text = useTexts("customers");
  if (found.items.length === 0) return html`<${Empty} title=${text.nobody} />`;
  return html`
    <ul class="rows">${found.items.map((one) =>
      html`
        <li key=${one.id}><a class="item" href=${`/staff/customers/${one.id}`}><span class="grow"><span
          class="strong">${one.name}</span>
          <span class="meta"><span>${one.phone ? readable(one.phone) : text.noPhone}</span>${one.due.amount > 0 &&
            html`<span class="warning">${text.owes(plainAmount(one.due))}</span>`}</span></span>
          <${Icon} name="next" size="small" class="go" /></a></li>
      `
    )}</ul>
    ${found.hasMore && html`<p class="muted">${text.more}</p>`}
  `;
}
