/** The passes that customers bought, newest first, and refunds; for administrators. */
import "../../contract/park-methods.js";
import "../../contract/staff-methods.js";
import { html, useState } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { call } from "../../core/api.js";
import { momentOf } from "../../core/dates.js";
import { useHints } from "../../core/events.js";
import { money } from "../../core/money.js";
import { useTexts } from "../../core/languages.js";
import { usePages } from "../../core/pages.js";
import { usePlace } from "../../core/router.js";
import { Button } from "../../parts/button.js";
import { Area } from "../../parts/fields.js";
import { Head } from "../../parts/head.js";
import { More } from "../../parts/more.js";
import { Empty, Shown } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";
import { Permitted } from "./access.js";
import { ActionSheet } from "./action-sheet.js";
import { DigitsField, digitsOf, leastDigits } from "./digits-field.js";
import { lastDigits } from "./telephone.js";

/** @typedef {import("../../contract/types.d.ts").BookingPurchase} Purchase */

export default function PurchasesScreen() {
  const text = useTexts("purchases");
  return html`<${Permitted} title=${text.title} isForAdministrators>${() => html`<${Purchases} />`}<//>`;
}

function Purchases() {
  const text = useTexts("purchases");
  const { query } = usePlace();
  const digits = digitsOf(query);
  const isFiltered = digits.length >= leastDigits;
  const pages = usePages("booking.payments", isFiltered ? { phoneDigits: digits } : {});
  useHints("bookings", pages.answer.refresh);
  const zone = useAnswer("booking.park", {}).value?.timeZone;
  const [refunding, setRefunding] = useState(/** @type {Purchase | null} */ (null));
  return html`
    <main class="page" id="main">
      <${Head} title=${text.title} back="/staff" />
      <div class="purchase-search">
        <${DigitsField} digits=${digits} />
      </div>
      <${Shown} answer=${pages.answer} rows=${4} zone=${zone}>${() =>
        pages.items?.length === 0 ? html`<${Empty} title=${isFiltered ? text.nothingFound : text.none} />` : html`
          <ul class="rows">${pages.items?.map((purchase) =>
            html`
              <${Row} key=${purchase.payment.id} purchase=${purchase} zone=${zone} onRefund=${() =>
                setRefunding(purchase)} />
            `
          )}</ul>
          <${More} pages=${pages} />
        `}<//>
      ${refunding && html`
        <${RefundSheet} purchase=${refunding} onChange=${pages.answer.refresh} onClose=${() => setRefunding(null)} />
      `}
    </main>
  `;
}

/** @param {{ purchase: Purchase, zone?: string, onRefund: () => void }} props */
function Row({ purchase, zone, onRefund }) {
  const text = useTexts("purchases");
  const { customer, payment, name } = purchase;
  const state = text.states[payment.state] ?? text.left(purchase.left, purchase.sets);
  return html`
    <li class="item purchase"><span class="grow"><span class="strong">${customer.name} <span
      class="muted no-break">${lastDigits(customer.phone)}</span></span>
      <span class="meta">${name}, <span class="no-break">${money(payment.price)}</span></span>
      <span class="meta">${momentOf(payment.madeAt, zone)} · ${state}</span></span>
      ${purchase.isRefundable &&
        html`<${Button} kind="quiet small" onClick=${onRefund}><span aria-hidden="true">${text.refund}</span>
          <span class="for-readers">${text.refundNamed(customer.name, name)}</span><//>`}</li>
  `;
}

/** @param {{ purchase: Purchase, onChange: () => void, onClose: () => void }} props */
function RefundSheet({ purchase, onChange, onClose }) {
  const { sheet: text, states } = useTexts("purchases");
  const { customer, payment, name } = purchase;
  const [reason, setReason] = useState("");
  const amount = money(payment.price);
  const run = async () => {
    // After an error, too, the payment may have changed: a refund that waits for the provider has taken the sets.
    const done = await call("booking.refund", { id: payment.id, reason: reason.trim() }).finally(onChange);
    onClose();
    notify({ sentence: states[done.state] ?? text.done });
  };
  return html`
    <${ActionSheet} title=${text.title} lead=${`${customer.name}, ${name}`} intention=${[
      payment.id,
      reason,
    ]} isDangerous
      hasFields isReady=${reason.trim() !== ""} confirm=${text.confirm(amount)} onRun=${run}
      onClose=${onClose} consequences=${[
        { sentence: text.takes(purchase.sets), kind: "warning" },
        { sentence: text.returns(amount) },
        { sentence: text.final, kind: "muted", icon: "note" },
      ]}>
      <${Area} label=${text.reason} note=${text.reasonNote} value=${reason} onInput=${setReason} maxlength=${500}
        hasFocus />
      <//>
  `;
}
