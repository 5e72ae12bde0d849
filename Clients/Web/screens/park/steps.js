/** The steps from a chosen time to a booking: an obstacle, a hold, a move, the confirmation. */
import { html, useEffect, useState } from "../../core/view.js";
import { changeQuery } from "../../core/router.js";
import { useTexts } from "../../core/languages.js";
import { Sheet } from "../../parts/sheet.js";
import { Booked } from "./booked.js";
import { Confirm } from "./confirm.js";
import { ConfirmMove } from "./confirm-move.js";
import { HoldBar } from "./hold-bar.js";
import { reverseName } from "./live.js";
import { ObstacleNotice } from "./notice.js";

/**
 * @typedef {import("./choice.js").Choosing} Choosing
 * @typedef {import("../../contract/types.d.ts").BookingParkResult} Park
 */

/** @param {{ park: Park, choice: Choosing, isDesk: boolean }} props */
export function Steps({ park, choice, isDesk }) {
  const text = useTexts("park");
  const [isConfirming, setIsConfirming] = useState(false);
  const { hold, obstacle, booked, target, moving } = choice;
  const isDone = hold === null && booked === null;
  useEffect(() => {
    if (isDone || obstacle) setIsConfirming(false);
  }, [isDone, obstacle]);

  const notice = obstacle && html`
    <${ObstacleNotice} obstacle=${obstacle} zone=${park.timeZone}
      nameOf=${(/** @type {string} */ id) => reverseName(park, id)} onTake=${choice.take} onClose=${choice.clear} />
  `;
  const move = target && moving && html`
    <${ConfirmMove} park=${park} booking=${moving} target=${target} onMoved=${choice.finish} onTaken=${choice.meet}
      onClose=${choice.clear} />
  `;
  const success = booked && html`
    <${Booked} park=${park} booking=${booked} title=${moving ? text.move.done : undefined} onClose=${() => {
      choice.clear();
      changeQuery({ move: null });
    }} />
  `;
  const confirm = hold && !moving && html`
    <${Confirm} park=${park} hold=${hold} isHolding=${choice.isHolding} onBooked=${choice.finish}
      onAgain=${choice.again} onRelease=${choice.release} onTaken=${choice.meet} />
  `;
  if (isDesk) {
    return html`${notice}${success ?? move ?? confirm}`;
  }
  if (success || move) {
    const title = success ? text.booked.title : text.move.title;
    return html`<${Sheet} title=${title} hasHiddenTitle onClose=${choice.clear}>${success ?? move}<//>`;
  }
  if (confirm && isConfirming && !obstacle) {
    return html`<${Sheet} title=${text.confirm.title} hasHiddenTitle onClose=${() =>
      setIsConfirming(false)}>${confirm}<//>`;
  }
  if (notice) return html`<div class="park-bar">${notice}</div>`;
  if (!confirm) return null;
  return html`
    <div class="park-bar">
      <${HoldBar} hold=${hold} zone=${park.timeZone} isHolding=${choice.isHolding}
        onConfirm=${() => setIsConfirming(true)} onAgain=${choice.again} onDismiss=${choice.release} />
    </div>
  `;
}
