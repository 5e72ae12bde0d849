/** A block of the board: a booking, a hold, or closed time. */
import { html } from "../../core/view.js";
import { timeOf } from "../../core/dates.js";
import { countdown } from "../../core/countdown.js";
import { useSeconds } from "../../core/clock.js";
import { useTexts } from "../../core/languages.js";
import { Icon } from "../../parts/icon.js";
import { lastDigits } from "./telephone.js";
import { plainAmount } from "./times.js";

/**
 * @typedef {import("./board-geometry.js").Block} Block
 * @typedef {import("./board-geometry.js").Item} Item
 * @typedef {import("./board-geometry.js").Look} Look
 */

/** The text of a block. @param {{ block: Block, zone: string }} props */
export function BlockText({ block, zone }) {
  if (block.closure) return html`<${ClosureFace} closure=${block.closure} zone=${zone} />`;
  if (block.hold) return html`<${HoldFace} hold=${block.hold} zone=${zone} />`;
  const item = /** @type {Item} */ (block.item);
  return html`<${BlockFace} item=${item} look=${block.look} time=${timeOf(item.booking.startsAt, zone)} />`;
}

/**
 * The content of a block. A narrow lane truncates a long name or note; the open block shows both in full.
 * @param {{ item: Item, look: Look | "cancelled", time: string, place?: string }} props
 */
export const BlockFace = ({ item, look, time, place }) =>
  html`
    <span class="block-time">${time}</span>
    <span
      class="block-who"><b data-may-cut title=${item.customer.name}>${item.customer
        .name}</b> <span class="block-digits">${lastDigits(
          item.customer.phone,
        )}</span></span>
    <${Status} item=${item} look=${look} />
    ${(place || item.note) &&
      html`<span class="block-note" data-may-cut title=${item.note}>${
        [place, item.note].filter(Boolean).join(" · ")
      }</span>`}
  `;

/** @param {{ item: Item, look: Look | "cancelled" }} props */
function Status({ item, look }) {
  const { looks } = useTexts("staff");
  const hidden = html`<span class="for-readers">${looks[look]}</span>`;
  if (look === "arrived") return html`<span class="block-status positive"><${Icon} name="check" />${hidden}</span>`;
  if (look === "by-pass") return html`<span class="block-status accent"><${Icon} name="pass" />${hidden}</span>`;
  if (look === "missed") return html`<span class="block-status danger">${looks.missed}</span>`;
  if (look === "to-pay") {
    return html`<span class="block-status warning">${hidden} ${plainAmount(item.toPay)}</span>`;
  }
  return html`<span class="block-status">${look === "cancelled" ? looks.cancelled : hidden}</span>`;
}

/** @param {{ hold: import("./board-geometry.js").Hold, zone: string }} props */
function HoldFace({ hold, zone }) {
  const text = useTexts("staff");
  const left = (Date.parse(hold.expiresAt) - useSeconds()) / 1_000;
  return html`
    <span class="block-time">${timeOf(hold.startsAt, zone)}</span>
    <span class="block-who"><b>${text.looks.held}</b></span>
    <span class="block-status">${text.heldFor(countdown(left))}</span>
  `;
}

/** @param {{ closure: import("./board-geometry.js").Closure, zone: string }} props */
function ClosureFace({ closure, zone }) {
  const text = useTexts("staff");
  return html`
    <span class="block-time">${timeOf(closure.from, zone)}</span>
    <span class="closure-words"><span class="for-readers">${text.looks.closed}</span> ${text.closedUntil(
      timeOf(closure.to, zone),
      closure.reason,
    )}</span>
  `;
}
