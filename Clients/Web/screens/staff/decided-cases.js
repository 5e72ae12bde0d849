/** The decided cases, the last decision first, each with its author and its reversal. */
import "../../contract/staff-methods.js";
import { html } from "../../core/view.js";
import { dayAndMonth, momentOf, partsIn, timeOf, today } from "../../core/dates.js";
import { useHints } from "../../core/events.js";
import { useTexts } from "../../core/languages.js";
import { usePages } from "../../core/pages.js";
import { Button } from "../../parts/button.js";
import { More } from "../../parts/more.js";
import { Empty, Shown } from "../../parts/states.js";
import { sanctionText } from "./sanctions.js";
import { lastDigits } from "./telephone.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingCase} Case
 * @typedef {import("./day.js").Park} Park
 * @typedef {(reversal: { id: string, onDone: () => void }) => void} OnReverse Begins to reverse the decision on a case.
 */

/** The name of a reverse. @param {Park} park @param {string} id */
export const nameOf = (park, id) => park.reverses.find((one) => one.id === id)?.name ?? id;

/** @param {{ park: Park, onReverse: OnReverse }} props */
export function DecidedCases({ park, onReverse }) {
  const text = useTexts("cases");
  const pages = usePages("booking.decidedCases", {});
  const { refresh } = pages.answer;
  useHints("bookings", refresh);
  return html`
    <${Shown} answer=${pages.answer} rows=${4} zone=${park.timeZone}>${() =>
      pages.items?.length === 0 ? html`<${Empty} title=${text.noneDecided} />` : html`
        <ul class="rows">${pages.items?.map((one) =>
          html`
            <${Row} key=${one.id} one=${one} park=${park} onReverse=${() =>
              onReverse({ id: one.id, onDone: refresh })} />
          `
        )}</ul>
        <${More} pages=${pages} />
      `}<//>
  `;
}

/** @param {{ one: Case, park: Park, onReverse: () => void }} props */
function Row({ one, park, onReverse }) {
  const text = useTexts("cases");
  const zone = park.timeZone;
  const { customer, decision } = one;
  if (!decision) return null;
  const { date } = partsIn(one.startsAt, zone);
  const sanction = sanctionText(decision, zone);
  return html`
    <li class="item decided"><span class="grow"><span class="strong">${customer?.name} <span
      class="muted no-break">${lastDigits(customer?.phone)}</span></span>
      <span class="meta">${text.kinds[one.kind] ?? one.kind}, ${dayAndMonth(date, today(zone))}, ${timeOf(
        one.startsAt,
        zone,
      )}, ${nameOf(park, one.reverseId)}</span>
      <span class="ruling">${decision.reversedAt ? html`<s>${sanction}</s>` : sanction}. ${decision.reason}</span>
      <span class="meta">${text.decidedBy(momentOf(decision.at, zone), one.decidedBy?.name)}</span>
      ${decision.reversedAt && html`
        <span class="ruling positive">${text.reversedBy(
          momentOf(decision.reversedAt, zone),
          one.reversedBy?.name,
        )}${decision.reversalReason && `. ${decision.reversalReason}`}</span>
      `}</span>
      ${one.state === "decided" &&
        html`<${Button} kind="quiet small" onClick=${onReverse}><span aria-hidden="true">${text.reverse}</span>
          <span class="for-readers">${text.reverseNamed(customer?.name ?? "")}</span><//>`}</li>
  `;
}
