/** What stands beside the grid on a wide screen, and above the bar and in a sheet on a phone. */
import { html, useEffect, useState } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { duration, nearDate, partsIn, timeOf, today } from "../../core/dates.js";
import { changeQuery } from "../../core/router.js";
import { useAccount } from "../../core/session.js";
import { useTexts } from "../../core/languages.js";
import { Icon } from "../../parts/icon.js";
import { Empty } from "../../parts/states.js";
import { Sheet } from "../../parts/sheet.js";
import { Booked } from "./booked.js";
import { Confirm, reverseName } from "./confirm.js";
import { HoldBar } from "./hold-bar.js";
import { ConfirmMove } from "./move.js";
import { ObstacleNotice } from "./notice.js";

/**
 * @typedef {import("./choice.js").Choosing} Choosing
 * @typedef {import("../../contract/types.d.ts").BookingParkResult} Park
 */

/** @param {{ park: Park, choice: Choosing, isDesk: boolean }} props */
export function Choice({ park, choice, isDesk }) {
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
    return html`<aside class="park-side">${notice}${
      success ?? move ?? confirm ?? (!notice && html`<${Hint} park=${park} />`)
    }</aside>`;
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

/** What to do first, and the next booking. @param {{ park: Park }} props */
function Hint({ park }) {
  const text = useTexts("park");
  const account = useAccount();
  const zone = park.timeZone;
  const next = useAnswer("booking.history", account ? { state: "upcoming" } : null).value?.items[0];
  return html`
    <${Empty} title=${text.choose.title}>
      <p class="muted">${text.choose.sentence(duration(Math.round(park.holdSeconds / 60)))}</p>
      ${!account && html`<p class="muted">${text.choose.guest}</p>`}<//>
    ${next && html`
      <h2 class="text-2 strong">${text.choose.next}</h2>
      <a class="item" href=${`/park/bookings/${next.id}`}><span class="accent"><${Icon} name="shape-wake" class="shape" /></span>
              <span class="grow">${nearDate(partsIn(next.startsAt, zone).date, today(zone))}, ${timeOf(
                next.startsAt,
                zone,
              )}
                <span class="note-line text-2 muted">${reverseName(park, next.reverseId)} · ${text.sets(
                  next.sets,
                )}</span></span>
              <${Icon} name="next" size="small" /></a>
    `}
  `;
}
