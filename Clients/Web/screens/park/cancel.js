/** The sheet that cancels a booking, after showing the cost. */
import "../../contract/park-methods.js";
import { html } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction } from "../../core/answer.js";
import { longDate, partsIn, timeOf, today } from "../../core/dates.js";
import { useSeconds } from "../../core/clock.js";
import { useTexts } from "../../core/languages.js";
import { Button } from "../../parts/button.js";
import { Icon } from "../../parts/icon.js";
import { ProblemNote } from "../../parts/states.js";
import { Sheet } from "../../parts/sheet.js";
import { notify } from "../../parts/toast.js";
import { isFreeToChange } from "./move.js";

/**
 * @param {{ booking: import("../../contract/types.d.ts").BookingRecord, onClose: () => void,
 *   onCancelled: () => void }} props
 */
export function CancelSheet({ booking, onClose, onCancelled }) {
  const text = useTexts("park");
  const isFree = isFreeToChange(booking, useSeconds());
  const zone = booking.timeZone;
  const { date } = partsIn(booking.startsAt, zone);
  const { cost } = text.booking;
  const cancelling = useAction(async () => {
    await call("booking.cancel", { id: booking.id });
    notify({ sentence: text.booking.gone });
    onCancelled();
  });
  return html`
    <${Sheet} title=${text.booking.sheet} onClose=${onClose}>
      <div class="confirm">
        <p><b class="strong">${longDate(date, today(zone))}, ${timeOf(booking.startsAt, zone)} – ${timeOf(
          booking.endsAt,
          zone,
        )}</b></p>
        <p class=${`note ${isFree ? "positive" : "warning"}`}><${Icon} name=${isFree
          ? "check"
          : "warning"} size="small" />
          <span>${isFree ? (booking.payWith === "pass" ? cost.pass : cost.onSite) : cost.late}</span></p>
        <${ProblemNote} problem=${cancelling.problem} />
        <div class="confirm-actions">
          <${Button} kind="dangerous wide" isRunning=${cancelling.isRunning} onClick=${cancelling.run}>${isFree
            ? text.booking.cancel
            : text.booking.cancelLate}<//>
          <${Button} kind="bare wide" onClick=${onClose}>${text.booking.keep}<//>
        </div>
      </div><//>
  `;
}
