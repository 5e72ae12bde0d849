/** The appeals that await an answer, oldest first: a reversal grants one, or it is rejected with a reason. */
import "../../contract/staff-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { dayAndMonth, momentOf, partsIn, timeOf, today } from "../../core/dates.js";
import { useHints } from "../../core/events.js";
import { useTexts } from "../../core/languages.js";
import { usePages } from "../../core/pages.js";
import { Button } from "../../parts/button.js";
import { Done } from "../../parts/drawings.js";
import { Area } from "../../parts/fields.js";
import { More } from "../../parts/more.js";
import { Empty, Shown } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";
import { ActionSheet } from "./action-sheet.js";
import { nameOf } from "./decided-cases.js";
import { sanctionText } from "./sanctions.js";
import { lastDigits } from "./telephone.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingCase} Case
 * @typedef {import("./day.js").Park} Park
 */

/** @param {{ park: Park, onReverse: import("./decided-cases.js").OnReverse }} props */
export function Appeals({ park, onReverse }) {
  const text = useTexts("appeals");
  const pages = usePages("booking.appeals", {});
  const { refresh } = pages.answer;
  const [rejecting, setRejecting] = useState(/** @type {Case | null} */ (null));
  useHints("bookings", refresh);
  return html`
    <${Shown} answer=${pages.answer} rows=${4} zone=${park.timeZone}>${() =>
      pages.items?.length === 0 ? html`<${Empty} title=${text.none} drawing=${Done} />` : html`
        <ul class="rows">${pages.items?.map((one) =>
          html`
            <${Row} key=${one.id} one=${one} park=${park} onReject=${() => setRejecting(one)}
              onGrant=${() => onReverse({ id: one.id, onDone: refresh })} />
          `
        )}</ul>
        <${More} pages=${pages} />
      `}<//>
    ${rejecting && html`
      <${RejectionSheet} one=${rejecting} onClose=${() => setRejecting(null)} onDone=${() => {
        setRejecting(null);
        refresh();
      }} />
    `}
  `;
}

/** @param {{ one: Case, park: Park, onReject: () => void, onGrant: () => void }} props */
function Row({ one, park, onReject, onGrant }) {
  const text = useTexts("appeals");
  const { kinds } = useTexts("cases");
  const zone = park.timeZone;
  const { customer, decision, appeal } = one;
  if (!decision || !appeal) return null;
  const { date } = partsIn(one.startsAt, zone);
  const name = customer?.name ?? "";
  return html`
    <li class="item decided"><span class="grow"><span class="strong">${name} <span
      class="muted no-break">${lastDigits(customer?.phone)}</span></span>
      <span class="meta">${kinds[one.kind] ?? one.kind}, ${dayAndMonth(date, today(zone))}, ${timeOf(
        one.startsAt,
        zone,
      )}, ${nameOf(park, one.reverseId)}</span>
      <span class="ruling">${sanctionText(decision, zone)}. ${decision.reason}</span>
      ${one.statement && html`<span class="ruling muted">${text.before} ${one.statement.text}</span>`}
      <span class="ruling strong">${appeal.text}</span>
      <span class="meta">${text.since(momentOf(appeal.at, zone))}</span></span>
      <span class="actions">
        <${Button} kind="quiet small" onClick=${onGrant}><span aria-hidden="true">${text.grant}</span>
          <span class="for-readers">${text.grantNamed(name)}</span><//>
        <${Button} kind="quiet small" onClick=${onReject}><span aria-hidden="true">${text.reject}</span>
          <span class="for-readers">${text.rejectNamed(name)}</span><//></span></li>
  `;
}

/** @param {{ one: Case, onDone: () => void, onClose: () => void }} props */
function RejectionSheet({ one, onDone, onClose }) {
  const { sheet: text } = useTexts("appeals");
  const [reason, setReason] = useState("");
  const run = async () => {
    await call("booking.rejectAppeal", { id: one.id, reason: reason.trim() });
    notify({ sentence: text.done });
    onDone();
  };
  return html`
    <${ActionSheet} title=${text.title} lead=${one.customer?.name} intention=${[one.id, reason]} hasFields
      isReady=${reason.trim() !== ""} confirm=${text.confirm} onRun=${run} onClose=${onClose} consequences=${[
        { sentence: text.stays, kind: "warning" },
        { sentence: text.tells, kind: "muted", icon: "note" },
      ]}>
      <${Area} label=${text.reason} value=${reason} onInput=${setReason} maxlength=${500} hasFocus />
      <//>
  `;
}
