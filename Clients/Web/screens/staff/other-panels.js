/** A hold or a closure beside the board. */
import { html } from "../../core/view.js";
import { momentOf, timeOf } from "../../core/dates.js";
import { money } from "../../core/money.js";
import { useTexts } from "../../core/languages.js";
import { Button } from "../../parts/button.js";

/** @typedef {import("./day.js").Day} Day */

/** @param {{ day: Day, hold: import("./board-geometry.js").Hold }} props */
export function HoldPanel({ day, hold }) {
  const text = useTexts("staffPane");
  return html`
    <div class="panel-when"><b>${day.text.drawer.heldTitle}</b></div>
    <div>
      <h2 class="text-4">${timeOf(hold.startsAt, day.zone)} – ${timeOf(hold.endsAt, day.zone)}</h2>
      <p class="muted text-2">${[day.nameOf(hold.reverseId), day.text.sets(hold.sets), money(hold.price)].join(
        ", ",
      )}</p>
    </div>
    <p class="text-2">${text.heldUntil(timeOf(hold.expiresAt, day.zone))}</p>
  `;
}

/** @param {{ day: Day, closure: import("./day.js").Closure }} props */
export function ClosurePanel({ day, closure }) {
  const text = useTexts("staffPane");
  const { drawer, reopen } = day.text;
  return html`
    <div class="panel-when"><b>${drawer.closureTitle}</b></div>
    <div>
      <h2 class="text-4">${closure.reason}</h2>
      <p class="strong">${momentOf(closure.from, day.zone, day.now)} – ${momentOf(closure.to, day.zone, day.now)}</p>
      <p class="muted text-2">${closure.reverseId ? day.nameOf(closure.reverseId) : text.everyReverse}</p>
    </div>
    <p class="text-2">${text.cancelledBookings(closure.cancelled)}${closure.remaining
      ? `, ${text.remaining(closure.remaining)}`
      : ""}</p>
    ${Date.parse(closure.to) > day.now && html`
      <div class="panel-actions">
        <${Button} kind="main wide" onClick=${() => day.act({ kind: "reopen", closure })}>${reopen}<//></div>
    `}
  `;
}
