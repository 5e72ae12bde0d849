/** The sheet over the map, which is dragged up and down by its handle. */
import { useTexts } from "../../core/languages.js";
import { html, useRef, useState } from "../../core/view.js";
import { heightAfter, heightBy } from "./heights.js";

/** @typedef {import("./heights.js").Height} Height */

/** The minimum distance of a drag, in pixels; anything shorter is a press. */
const leastDrag = 6;

/** The heights of the style sheet, in pixels. @param {HTMLElement} sheet */
function stopsOf(sheet) {
  const room = sheet.parentElement?.clientHeight ?? innerHeight;
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return [6.5 * rem, 0.54 * room, room - 8.75 * rem];
}

/**
 * The list, as a sheet if the map is behind it.
 * @param {{ isSheet: boolean, children?: unknown }} props
 */
export function ListPane({ isSheet, children }) {
  const [height, setHeight] = useState(/** @type {Height} */ ("half"));
  /** @type {import("../../core/view.js").Ref<HTMLElement | null>} */
  const sheet = useRef(null);
  // An element that gets the focus must be visible.
  const open = () => height === "low" && setHeight("half");
  return html`<div class=${`list-pane ${isSheet ? `over-map ${height}` : ""}`} ref=${sheet}>
    ${isSheet && html`<${Handle} sheet=${sheet} height=${height} onChange=${setHeight} />`}
    <div class="list-body" onFocusIn=${isSheet ? open : undefined}>${children}</div>
  </div>`;
}

/** @param {{ sheet: { current: HTMLElement | null }, height: Height, onChange: (height: Height) => void }} props */
function Handle({ sheet, height, onChange }) {
  const text = useTexts("museums");
  const drag = useRef(
    /** @type {{ from: number, at: number, time: number, speed: number, start: number } | null} */ (null),
  );
  const wasDragged = useRef(false);
  /** @param {PointerEvent} event */
  const begin = (event) => {
    if (!sheet.current || event.button !== 0) return;
    /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
    wasDragged.current = false;
    const from = sheet.current.clientHeight;
    drag.current = { from, at: event.clientY, time: event.timeStamp, speed: 0, start: event.clientY };
  };
  /** @param {PointerEvent} event */
  const move = (event) => {
    const now = drag.current;
    if (!now || !sheet.current) return;
    if (Math.abs(event.clientY - now.start) > leastDrag) wasDragged.current = true;
    if (!wasDragged.current) return;
    const elapsed = Math.max(1, event.timeStamp - now.time);
    now.speed = (now.at - event.clientY) / elapsed;
    now.at = event.clientY;
    now.time = event.timeStamp;
    const stops = stopsOf(sheet.current);
    const next = Math.max(stops[0], Math.min(stops[2], now.from + now.start - event.clientY));
    sheet.current.style.transition = "none";
    sheet.current.style.height = `${next}px`;
  };
  const end = () => {
    const now = drag.current;
    drag.current = null;
    if (!now || !sheet.current) return;
    if (wasDragged.current) onChange(heightAfter(sheet.current.clientHeight, stopsOf(sheet.current), now.speed));
    sheet.current.style.transition = "";
    sheet.current.style.height = "";
  };
  const press = () => {
    if (!wasDragged.current) onChange(heightBy(height, "press"));
    wasDragged.current = false;
  };
  /** @param {KeyboardEvent} event */
  const step = (event) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    onChange(heightBy(height, event.key === "ArrowUp" ? "up" : "down"));
  };
  return html`
    <button type="button" class="handle" aria-label=${height === "full" ? text.lessList : text.moreList}
      aria-expanded=${height === "low" ? "false" : "true"} onPointerDown=${begin} onPointerMove=${move}
      onPointerUp=${end} onPointerCancel=${end} onClick=${press} onKeyDown=${step}><i></i></button>
  `;
}
