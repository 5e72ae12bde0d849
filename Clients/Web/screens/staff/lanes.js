/** The lanes of the day board: one per reverse, with time running down; on phones, a list of the same blocks. */
import { html, useLayoutEffect, useRef, useState } from "../../core/view.js";
import { partsIn, weekdayOf } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { Empty } from "../../parts/states.js";
import { BlockText } from "./block.js";
import { blockAfterKey, extentOf, firstBlock, freeOn, marksOf, minuteHeight, within } from "./board-geometry.js";
import { timeFrom } from "./times.js";

/**
 * @typedef {import("./day.js").Day} Day
 * @typedef {import("./board-geometry.js").Block} Block
 * @typedef {import("./board-geometry.js").Extent} Extent
 */

/** The distance of the current time from the upper edge when the board opens, in minutes. */
const before = 75;
/** The distance from the current time, in minutes, within which a time label would overlap it. */
const nearNow = 10;

/** @param {{ day: Day, board: import("./day.js").Board, blocks: Block[] }} props */
export function Lanes({ day, board, blocks }) {
  const text = useTexts("staff");
  const hours = day.park.hours.find((one) => one.weekday === weekdayOf(day.date) + 1);
  const extent = extentOf(hours, blocks);
  const [focused, setFocused] = useState(/** @type {string | undefined} */ (undefined));
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  const minutes = day.isToday ? partsIn(day.now, day.zone).minutes : 0;
  const height = minuteHeight(day.park.setMinutes);
  const start = extent && (day.isToday ? minutes - before : blocks[0]?.from ?? extent.from) - extent.from;
  useLayoutEffect(() => {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    if (element.current && start !== undefined) element.current.scrollTop = start * height * rem;
  }, [day.date, extent === undefined]);
  if (!extent) return html`<${Empty} title=${text.closedDay} />`;
  const first = blocks.some((block) => block.key === focused) ? focused : firstBlock(blocks, day.openId, minutes)?.key;

  /** @param {KeyboardEvent} event */
  const walk = (event) => {
    const next = blockAfterKey(blocks, first, event.key);
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setFocused(next.key);
    const found = element.current?.querySelector(`[data-key="${next.key}"]`);
    if (found instanceof HTMLElement) found.focus();
    // The panel beside the board follows the focus; on a phone it would cover the list.
    if (day.openId && day.isDesk) day.open(next.id);
  };

  const style = { "--minute": `${height}rem`, "--length": extent.to - extent.from, "--lanes": day.lanes.length };
  return html`
    <div class="lanes" ref=${element} style=${style}>
      <p class="for-readers">${text.hint}</p>
      <${TimeScale} extent=${extent} now=${day.isToday ? minutes : undefined} />
      ${day.isToday && minutes >= extent.from && minutes <= extent.to && html`
        <div class="now-line" style=${{ "--top": minutes - extent.from }} aria-hidden="true">
          <b>${timeFrom(minutes)}</b></div>
      `}
      ${day.lanes.map((lane, index) =>
        html`
          <section class="lane" key=${lane.id} style=${{ "--column": index + 2 }} aria-labelledby=${`lane-${lane.id}`}>
            <h2 class="lane-name" id=${`lane-${lane.id}`}>${lane.name} ${day.slots.value &&
              html`<span>${text.free(freeOn(day.slots.value.items, lane.id))}</span>`}</h2>
            <ul class="lane-blocks" onKeyDown=${walk}>${blocks.filter((block) => block.lane === lane.id).map((block) =>
              html`
                <${Placed} key=${block.key} block=${block} extent=${extent} day=${day} isFirst=${block.key === first}
                  onFocus=${() => setFocused(block.key)} />
              `
            )}</ul>
          </section>
        `
      )}
      <p class="for-readers">${board.items.length === 0 ? text.nobody : ""}</p>
    </div>
  `;
}

/**
 * The lines and times beside the lanes; each block also shows its own time.
 * @param {{ extent: Extent, now?: number }} props
 */
const TimeScale = ({ extent, now }) =>
  html`<div class="time-scale" aria-hidden="true">${
    marksOf(extent).map(({ minutes, isHour }) =>
      html`<div class=${isHour ? "mark hour" : "mark"} style=${{ "--top": minutes - extent.from }}>
        ${(now === undefined || Math.abs(now - minutes) > nearNow) && html`<span>${timeFrom(minutes)}</span>`}</div>`
    )
  }</div>`;

/** @param {{ block: Block, extent: Extent, day: Day, isFirst: boolean, onFocus: () => void }} props */
function Placed({ block, extent, day, isFirst, onFocus }) {
  const { top, length } = within(block, extent);
  if (length <= 0) return null;
  const isOpen = day.openId === block.id;
  const looks = `block ${block.look} ${block.gone === undefined ? "" : "current"} ${length < 25 ? "short" : ""}`;
  const style = {
    "--top": top,
    "--span": length,
    "--gone": block.gone === undefined ? undefined : `${block.gone * 100}%`,
  };
  return html`
    <li style=${style}>
      <button type="button" class=${looks} data-key=${block.key} tabindex=${isFirst ? 0 : -1}
        aria-current=${isOpen ? "true" : undefined} onFocus=${onFocus}
        onClick=${() => day.open(isOpen ? null : block.id)}><${BlockText} block=${block} zone=${day.zone} /></button>
    </li>
  `;
}
