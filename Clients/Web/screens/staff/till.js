/** The till: selling a pass, and correcting one; each gives a receipt number. */
import "../../contract/park-methods.js";
import "../../contract/staff-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAnswer } from "../../core/answer.js";
import { money } from "../../core/money.js";
import { useTexts } from "../../core/languages.js";
import { go } from "../../core/router.js";
import { Area, Field, Select } from "../../parts/fields.js";
import { notify } from "../../parts/toast.js";
import { ActionSheet } from "./action-sheet.js";
import { minorUnits } from "./times.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingCustomer} Customer
 * @typedef {import("../../contract/types.d.ts").BookingParkResult} Park
 * @typedef {import("../../contract/types.d.ts").BookingPass} Pass
 * @typedef {import("../../contract/types.d.ts").BookingReceipt} Receipt
 * @typedef {import("../../core/problem.js").Problem} Problem
 */

/**
 * The sale to a customer who is known.
 * @param {{ customer: Customer, park?: Park, onDone: () => void, onClose: () => void }} props
 */
export const SaleSheet = ({ customer, park, onDone, onClose }) =>
  html`
    <${Sale} lead=${customer.name} buyer=${{ customerId: customer.id }} park=${park} onClose=${onClose}
      onDone=${onDone} />
  `;

/** The sale to a customer who may be new. @param {{ onClose: () => void }} props */
export function NewSale({ onClose }) {
  const text = useTexts("customers");
  const park = useAnswer("booking.park", {}).value;
  const [form, setForm] = useState({ phone: "", name: "" });
  const buyer = { phone: form.phone.trim(), name: form.name.trim() };
  /** @param {Problem | undefined} problem */
  const fields = (problem) =>
    html`
      <${Field} label=${text.phone} type="tel" value=${form.phone} autocomplete="off" hasFocus
        fault=${problem?.faultAt("/phone")} onInput=${(/** @type {string} */ phone) => setForm({ ...form, phone })} />
      <${Field} label=${text.name} value=${form.name} autocomplete="off" maxlength=${100}
        fault=${problem?.faultAt("/name")} onInput=${(/** @type {string} */ name) => setForm({ ...form, name })} />
    `;
  return html`
    <${Sale} buyer=${buyer} park=${park} isReady=${buyer.phone !== "" && buyer.name !== ""} fields=${fields}
      onClose=${onClose} onDone=${(/** @type {Receipt} */ receipt) => go(`/staff/customers/${receipt.customerId}`)} />
  `;
}

/**
 * @param {{ lead?: string, buyer: { customerId: string } | { phone: string, name: string }, park?: Park,
 *   isReady?: boolean, fields?: (problem: Problem | undefined) => unknown, onDone: (receipt: Receipt) => void,
 *   onClose: () => void }} props
 */
function Sale({ lead, buyer, park, isReady = true, fields, onDone, onClose }) {
  const text = useTexts("customers");
  const products = park?.products ?? [];
  const [chosen, setChosen] = useState("");
  const product = products.find((one) => one.id === chosen) ?? products[0];
  const params = { ...buyer, productId: product?.id ?? "" };
  /** @param {string} key */
  const run = async (key) => {
    const receipt = await call("booking.sellPass", params, { key });
    onClose();
    notify({ sentence: text.sold(receipt.number) });
    onDone(receipt);
  };
  return html`
    <${ActionSheet} title=${text.sell} lead=${lead} intention=${params} isReady=${isReady && product !== undefined}
      hasFields=${fields !== undefined} confirm=${product ? text.take(money(product.price)) : text.sell} onRun=${run}
      onClose=${onClose}>${(/** @type {Problem | undefined} */ problem) =>
        html`
          ${fields?.(problem)}
          <${Select} label=${text.pass} value=${product?.id ?? ""} options=${products.map((one) => ({
            value: one.id,
            name: `${one.name}, ${money(one.price)}`,
          }))} onChange=${setChosen} />
        `}<//>
  `;
}

/** @param {{ pass: Pass, onDone: () => void, onClose: () => void }} props */
export function CorrectionSheet({ pass, onDone, onClose }) {
  const text = useTexts("customers");
  const [form, setForm] = useState({ sets: "", paidBack: "", reason: "" });
  /** @param {Partial<typeof form>} change */
  const change = (change) => setForm({ ...form, ...change });
  const typed = form.sets.replace("−", "-").trim();
  const sets = /^[+-]?\d{1,4}$/.test(typed) ? Number(typed) : 0;
  const amount = form.paidBack.trim() ? minorUnits(form.paidBack) : 0;
  const params = {
    ...{ id: pass.id, sets, reason: form.reason.trim() },
    ...(amount ? { paidBack: { amount, currency: "BYN" } } : {}),
  };
  /** @param {string} key */
  const run = async (key) => {
    const receipt = await call("booking.correctPass", params, { key });
    onClose();
    notify({ sentence: text.correctedAs(receipt.number) });
    onDone();
  };
  return html`
    <${ActionSheet} title=${text.correctTitle} lead=${`${pass.name}, ${text.ofPass(pass.left, pass.sets)}`}
      intention=${params} hasFields isReady=${sets !== 0 && amount !== undefined && params.reason !== ""}
      confirm=${text.correct} onRun=${run} onClose=${onClose}>${(/** @type {Problem | undefined} */ problem) =>
        html`
          <${Field} label=${text.change} note=${text.changeNote} value=${form.sets} autocomplete="off" hasFocus
            fault=${problem?.faultAt("/sets")} onInput=${(/** @type {string} */ value) => change({ sets: value })} />
          <${Field} label=${text.paidBack} value=${form.paidBack} inputmode="decimal" autocomplete="off"
            fault=${problem?.faultAt("/paidBack/amount")}
            onInput=${(/** @type {string} */ paidBack) => change({ paidBack })} />
          <${Area} label=${text.reason} value=${form.reason} maxlength=${500} rows=${2}
            fault=${problem?.faultAt("/reason")} onInput=${(/** @type {string} */ reason) => change({ reason })} />
        `}<//>
  `;
}
