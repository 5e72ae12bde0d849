/** Debts at the till: payments by customers, and repayments by the park. */
import "../../contract/staff-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { money } from "../../core/money.js";
import { useTexts } from "../../core/languages.js";
import { Field } from "../../parts/fields.js";
import { ActionSheet } from "./action-sheet.js";
import { minorUnits, plainAmount } from "./times.js";

/**
 * @typedef {import("./day.js").Day} Day
 * @typedef {import("./day.js").Customer} Customer
 * @typedef {typeof import("../../texts/en/actions.js").default} Texts
 * @typedef {import("../../contract/types.d.ts").Money} Money
 * @typedef {Texts["settle"] | Texts["payBack"]} Words
 */

/** @param {{ day: Day, customer: Customer }} props */
export const SettleSheet = ({ day, customer }) =>
  html`<${DebtSheet} day=${day} customer=${customer} owed=${customer.due} text=${
    useTexts("actions").settle
  } method="booking.settle" />`;

/** @param {{ day: Day, customer: Customer }} props */
export function PayBackSheet({ day, customer }) {
  const { payBack: text } = useTexts("actions");
  return customer.credit && html`
    <${DebtSheet} day=${day} customer=${customer} owed=${customer.credit} text=${text} method="booking.payBack" />
  `;
}

/**
 * @param {{ day: Day, customer: Customer, owed: Money, text: Words, method: "booking.settle" | "booking.payBack" }} props
 */
function DebtSheet({ day, customer, owed, text, method }) {
  const [written, setWritten] = useState(plainAmount(owed));
  const amount = minorUnits(written) ?? 0;
  const isRight = amount > 0 && amount <= owed.amount;
  /** @param {number} value */
  const moneyOf = (value) => money({ amount: value, currency: owed.currency });
  /** @param {string} key */
  const run = async (key) => {
    await call(method, { customerId: customer.id, amount: { amount, currency: owed.currency } }, { key });
    day.finish(null, { sentence: text.done });
  };
  return html`
    <${ActionSheet} title=${text.title} lead=${customer.name} intention=${[customer.id, amount]} onRun=${run} hasFields
      onClose=${day.endAction} isReady=${isRight} confirm=${text.confirm(moneyOf(isRight ? amount : owed.amount))}
      consequences=${[
        isRight && { sentence: amount === owed.amount ? text.nothing : text.rest(moneyOf(owed.amount - amount)) },
        { sentence: text.final, kind: "muted", icon: "note" },
      ]}>
      <p>${text.owes(money(owed))}</p>
      <${Field} label=${text.amount} value=${written} onInput=${setWritten} inputmode="decimal" autocomplete="off"
        fault=${isRight ? undefined : text.wrong} />
      <//>
  `;
}
