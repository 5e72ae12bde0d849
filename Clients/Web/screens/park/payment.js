/** The screen after the payment page: waits until the provider has reported the payment. */
import "../../contract/park-methods.js";
import { html, useEffect, useState } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { timeOf } from "../../core/dates.js";
import { useSeconds } from "../../core/clock.js";
import { go } from "../../core/router.js";
import { useAccount } from "../../core/session.js";
import { useTexts } from "../../core/languages.js";
import { Done } from "../../parts/drawings.js";
import { Head } from "../../parts/head.js";
import { Icon } from "../../parts/icon.js";
import { Broken, Empty, Failed, ProblemNote, SignedOut, Skeleton, Strip } from "../../parts/states.js";
import { usePark } from "./live.js";
import { isSimulated, lastPayment, pauseAfter } from "./payments.js";

/** @typedef {import("../../contract/types.d.ts").BookingPayment} Payment */

/** @param {{ id: string }} props */
export default function PaymentScreen({ id }) {
  const text = useTexts("pass");
  const account = useAccount();
  const isLast = id === "last";
  const known = isLast ? lastPayment() : id;
  useEffect(() => {
    if (isLast && known) go(`/park/payments/${known}`, { replaces: true });
  }, [isLast, known]);
  return html`
    <main class="page" id="main">
      <${Head} title=${text.payment.title} back="/park/pass" />
      ${!account
        ? html`<${SignedOut} sentence=${text.signIn} />`
        : !known
        ? html`<${Empty} title=${text.payment.unknown}><p class="muted">${text.payment.unknownNote}</p>
          <a class="button main small" href="/park/pass">${text.payment.toPass}</a><//>`
        : isLast
        ? html`<${Skeleton} />`
        : html`<${Waiting} key=${id} id=${id} />`}
    </main>
  `;
}

/** @param {{ id: string }} props */
function Waiting({ id }) {
  const [since, setSince] = useState(() => Date.now());
  const [isSettled, setIsSettled] = useState(false);
  const pause = pauseAfter(useSeconds() - since, isSettled);
  const answer = useAnswer("booking.payment", { id }, { everyMs: pause });
  const payment = answer.value;
  const park = usePark().value;
  useEffect(() => setIsSettled(payment !== undefined && payment.state !== "pending"), [payment?.state]);
  const lookAgain = () => {
    setSince(Date.now());
    answer.refresh();
  };
  if (!payment) {
    return answer.problem && !answer.isLoading
      ? html`<${Failed} problem=${answer.problem} onAgain=${lookAgain} />`
      : html`<${Skeleton} />`;
  }
  return html`
    <div role="status">${payment.state === "pending"
      ? html`<${Pending} payment=${payment} zone=${park?.timeZone} isOver=${
        pause === undefined
      } onAgain=${lookAgain} />`
      : html`<${Outcome} payment=${payment} park=${park} />`}</div>
    <${ProblemNote} problem=${answer.problem} />
  `;
}

/** @param {{ payment: Payment, zone?: string, isOver: boolean, onAgain: () => void }} props */
function Pending({ payment, zone, isOver, onAgain }) {
  const text = useTexts("pass").payment;
  const url = payment.paymentUrl;
  return html`
    <div class="empty">
      <span class=${`waiting ${isOver ? "still" : ""}`} aria-hidden="true"></span>
      <h2>${isOver ? text.slow : text.waiting}</h2>
      <p class="muted">${isOver ? text.slowNote : text.waitingNote(timeOf(payment.expiresAt, zone))}</p>
      ${url && isSimulated(url) && html`<${Strip} icon="note"><span>${text.simulated}</span><//>`}
      <div class="actions">
        ${isOver && html`<button type="button" class="button main small" onClick=${onAgain}>${text.look}</button>`}
        ${url && !isSimulated(url) &&
          html`
            <a class="button quiet small" href=${url}
              rel="noreferrer">${text.pay}<${Icon} name="external" size="small" /></a>
          `}
        <a class="button bare" href="/park/pass">${text.toPass}</a>
      </div>
    </div>
  `;
}

/** @param {{ payment: Payment, park?: import("../../contract/types.d.ts").BookingParkResult }} props */
function Outcome({ payment, park }) {
  const text = useTexts("pass").payment;
  const name = park?.products.find(({ id }) => id === payment.productId)?.name ?? "";
  const { state } = payment;
  const isPaid = state === "paid";
  const isReturned = state === "refunding" || state === "refunded";
  const [title, note] = isPaid
    ? [text.paid, text.paidNote(name)]
    : isReturned
    ? [text[/** @type {"refunding" | "refunded"} */ (state)], text.refundNote]
    : state === "expired"
    ? [text.expired, text.expiredNote]
    : [text.failed, text.failedNote];
  return html`
    <${Empty} drawing=${isPaid ? Done : isReturned ? undefined : Broken} title=${title}>
      <p class="muted">${note}</p>
      <div class="actions">
        ${isPaid
          ? html`<a class="button main small" href="/park">${text.toPark}</a><a class="button bare" href="/park/pass">${text.toPass}</a>`
          : html`<a class="button main small" href="/park/pass">${isReturned ? text.toPass : text.again}</a>`}</div>
      <//>
  `;
}
