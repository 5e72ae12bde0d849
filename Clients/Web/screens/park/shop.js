/** The passes for sale. */
import "../../contract/park-methods.js";
import { html, useRef } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction } from "../../core/answer.js";
import { money } from "../../core/money.js";
import { go } from "../../core/router.js";
import { useAccount } from "../../core/session.js";
import { useTexts } from "../../core/languages.js";
import { Button } from "../../parts/button.js";
import { ProblemNote } from "../../parts/states.js";
import { isSimulated, rememberPayment, returnAddress } from "./payments.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingParkResult} Park
 * @typedef {import("../../contract/types.d.ts").BookingProduct} Product
 */

/** The saving against single sets, in whole per cent. @param {Product} product @param {Park} park */
function savingOf(product, park) {
  const usual = park.setPrice.amount * product.sets;
  return usual > 0 ? Math.round((1 - product.price.amount / usual) * 100) : 0;
}

/** @param {{ park: Park }} props */
export function Shop({ park }) {
  return html`<ul class="shop">${
    park.products.map((product) => html`<${Offer} key=${product.id} product=${product} park=${park} />`)
  }</ul>`;
}

/** @param {{ product: Product, park: Park }} props */
function Offer({ product, park }) {
  const text = useTexts("pass");
  const account = useAccount();
  // Trying again after a lost answer repeats the same purchase.
  const key = useRef(crypto.randomUUID());
  const buying = useAction(async () => {
    if (!account) return go(`/sign-in?next=${encodeURIComponent("/park/pass")}`);
    const params = { productId: product.id, returnUrl: returnAddress(location.origin) };
    const payment = await call("booking.topUp", params, { key: key.current });
    key.current = crypto.randomUUID();
    rememberPayment(payment.id);
    go(`/park/payments/${payment.id}`);
    if (payment.paymentUrl && !isSimulated(payment.paymentUrl)) location.assign(payment.paymentUrl);
  });
  const saving = savingOf(product, park);
  const each = money({ ...product.price, amount: Math.round(product.price.amount / product.sets) });
  return html`
    <li class="panel offer">
      <div class="grow"><b class="strong">${product.name}</b>
        <span class="note-line muted">${text.each(each)}, ${text.valid(product.validDays)}</span>
        ${saving > 0 && html`<span class="note-line positive">${text.saves(saving)}</span>`}</div>
      <b class="text-4 no-break">${money(product.price)}</b>
      <${Button} kind="main small" isRunning=${buying.isRunning} onClick=${buying.run}><span aria-hidden="true">${text
        .buy}</span>
        <span class="for-readers">${text.buyNamed(product.name, money(product.price))}</span><//>
      <div class="offer-problem"><${ProblemNote} problem=${buying.problem} /></div>
    </li>
  `;
}
