/**
 * The panel beside the board: the open booking, hold or closure, or else the next bookings; on phones below it, or a
 * sheet.
 */
import { html, useRef } from "../../core/view.js";
import { loadTexts, useTexts } from "../../core/languages.js";
import { IconButton } from "../../parts/icon.js";
import { later } from "../../parts/later.js";
import { Sheet } from "../../parts/sheet.js";
import { Skeleton } from "../../parts/states.js";

/**
 * @typedef {import("./day.js").Day} Day
 * @typedef {import("./board-geometry.js").Block} Block
 */

/** The code of the panels that have texts of their own. @template T @param {() => Promise<T>} load */
const withTexts = async (load) => (await Promise.all([load(), loadTexts("staffPane")]))[0];
const DayPanel = later(async () => (await withTexts(() => import("./day-panel.js"))).DayPanel);
const BookingPanel = later(async () => (await import("./booking-panel.js")).BookingPanel);
const ClosurePanel = later(async () => (await withTexts(() => import("./other-panels.js"))).ClosurePanel);
const HoldPanel = later(async () => (await withTexts(() => import("./other-panels.js"))).HoldPanel);

/** @param {{ day: Day, blocks: Block[] }} props */
export function Side({ day, blocks }) {
  const core = useTexts("core");
  const opened = day.openId ? openedBy(day, blocks) : null;
  // Until the board has come, nobody knows what the address opens.
  const isUnknown = day.openId && !day.board.value && !day.board.problem;
  // Behind a sheet that the address opens nobody sees it; behind one opened later it keeps the page's height.
  const isDayShown = useRef(false);
  isDayShown.current ||= !opened && !isUnknown;
  const close = () => day.open(null);
  if (!day.isDesk) {
    return html`
      ${isDayShown.current && html`
        <aside class="board-side follows">
          <${DayPanel} day=${day} />
        </aside>
      `}
      ${opened && html`<${Sheet} title=${opened.title} onClose=${close} hasHiddenTitle>${opened.content}<//>`}
    `;
  }
  return html`
    <aside class="board-side" aria-label=${opened?.title ?? day.date}>
      ${opened
        ? html`
          <div class="side-close">
            <${IconButton} icon="close" class="edge-end" label=${core.close}
              onClick=${close} />
          </div>${opened.content}
        `
        : isUnknown
        ? html`<${Skeleton} rows=${3} />`
        : html`<${DayPanel} day=${day} />`}
    </aside>
  `;
}

/** @param {Day} day @param {Block[]} blocks */
function openedBy(day, blocks) {
  const { drawer } = day.text;
  const item = day.board.value?.items.find(({ booking }) => booking.id === day.openId);
  if (item) return { title: drawer.title, content: html`<${BookingPanel} day=${day} item=${item} />` };
  const block = blocks.find(({ id }) => id === day.openId);
  if (block?.hold) return { title: drawer.heldTitle, content: html`<${HoldPanel} day=${day} hold=${block.hold} />` };
  const closure = day.board.value?.closures.find(({ id }) => id === day.openId);
  return closure && { title: drawer.closureTitle, content: html`<${ClosurePanel} day=${day} closure=${closure} />` };
}
