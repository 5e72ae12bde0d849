/** The countdown of a hold, and the bar that shows it on a phone. */
import { html, useEffect, useState } from "../../core/view.js";
import { timeOf } from "../../core/dates.js";
import { countdown } from "../../core/countdown.js";
import { money } from "../../core/money.js";
import { useSeconds } from "../../core/clock.js";
import { useTexts } from "../../core/languages.js";
import { Button } from "../../parts/button.js";
import { Icon, IconButton } from "../../parts/icon.js";
import { Ring } from "../../parts/ring.js";
import { forgetOld } from "./hold.js";

/** @typedef {import("./hold.js").Hold} Hold */

const urgentSeconds = 30;

/** @param {Hold} hold */
export const rangeOf = (hold, /** @type {string} */ zone) =>
  `${timeOf(hold.startsAt, zone)} – ${timeOf(hold.endsAt, zone)}`;

/**
 * The seconds left of a hold, updated each second; null if the park does not hold the time.
 * @param {Hold} hold
 */
export function useSecondsLeft(hold) {
  const now = useSeconds();
  useEffect(() => forgetOld(now), [now]);
  return hold.endsAtMs === null ? null : Math.max(0, (hold.endsAtMs - now) / 1_000);
}

/**
 * The ring of a hold; announces its last seconds and its end to screen readers, but not each second.
 * @param {{ hold: Hold, left: number | null }} props
 */
export const HoldRing = ({ hold, left }) =>
  left === null
    ? html`<span class="ringed hold-ring muted"><svg class="ring" viewBox="0 0 100 100" aria-hidden="true"><circle
        class="segment" cx="50" cy="50" r="46" stroke-width="3" stroke-dasharray="2 8" /></svg><span><${Icon} name="clock" /></span></span>`
    : html`<${Countdown} hold=${hold} left=${left} />`;

/** @param {{ hold: Hold, left: number }} props */
function Countdown({ hold, left }) {
  const text = useTexts("park");
  const whole = Math.max(1, ((hold.endsAtMs ?? 0) - hold.madeAt) / 1_000);
  const [said, setSaid] = useState("");
  const isUrgent = left < urgentSeconds;
  const words = left <= 0 ? text.hold.ended : isUrgent ? text.hold.soon : "";
  useEffect(() => setSaid(words), [words]);
  return html`
    <${Ring} share=${left / whole} isUrgent=${isUrgent} class=${isUrgent ? "hold-ring danger" : "hold-ring"}>
      <span aria-label=${text.hold.left(countdown(left))} role="timer">${countdown(left)}</span><//>
    <span class="for-readers" role="status">${said}</span>
  `;
}

/**
 * @param {{ hold: Hold, zone: string, isHolding: boolean, onConfirm: () => void, onAgain: () => void,
 *   onDismiss: () => void }} props
 */
export function HoldBar({ hold, zone, isHolding, onConfirm, onAgain, onDismiss }) {
  const text = useTexts("park");
  const left = useSecondsLeft(hold);
  const isOver = left !== null && left <= 0;
  return html`
    <section class="hold-bar" aria-label=${isOver ? text.hold.ended : text.hold.title}>
      <${HoldRing} hold=${hold} left=${left} />
      <p class="grow"><b class="strong">${isOver ? text.hold.ended : rangeOf(hold, zone)}</b>
        <span class="text-2 muted note-line">${isOver
          ? rangeOf(hold, zone)
          : `${text.sets(hold.sets)}, ${money(hold.price)}`}</span></p>
      ${isOver
        ? html`<${Button} kind="quiet small" isRunning=${isHolding} onClick=${onAgain}>${text.hold.again}<//>
        <${IconButton} class="edge-end" icon="close" label=${text.hold.dismiss} onClick=${onDismiss} />`
        : html`<${Button} onClick=${onConfirm}>${text.hold.confirm}<//>`}
    </section>
  `;
}
