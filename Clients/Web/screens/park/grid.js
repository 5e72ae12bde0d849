/** The sets of one reverse, by hours. */
import { html, useRef, useState } from "../../core/view.js";
import { longDate, timeOf, today } from "../../core/dates.js";
import { money } from "../../core/money.js";
import { texts, useTexts } from "../../core/languages.js";
import { Icon } from "../../parts/icon.js";

/**
 * @typedef {import("./slots.js").Hour} Hour
 * @typedef {import("./slots.js").Cell} Cell
 */
/**
 * @typedef {object} GridProps
 * @property {string} name The name of the reverse.
 * @property {string} [note] Its description.
 * @property {boolean} hasTitle
 * @property {string} date
 * @property {string} zone
 * @property {Hour[]} hours
 * @property {string[]} shown The hours to show, including those of other reverses, so that the rows align.
 * @property {number} columns Sets in an hour.
 * @property {{ startsAt: string, price: import("../../contract/types.d.ts").Money }[]} prices
 * @property {string} [busy] The start of the set that is being requested.
 * @property {(cell: Cell) => void} onChoose
 */

/** @param {GridProps} props */
export function Grid(props) {
  const { name, note, hasTitle, date, zone, hours, shown, columns } = props;
  const text = useTexts("park");
  const [current, setCurrent] = useState("");
  /** @type {import("../../core/view.d.ts").Ref<HTMLElement | null>} */
  const root = useRef(null);
  const cells = hours.filter((hour) => shown.includes(hour.name)).flatMap((hour) => hour.cells).filter(isActive);
  const focused = cells.find((cell) => cell.slot.startsAt === current) ?? cells[0];
  const label = text.grid(name, longDate(date, today(zone)));
  return html`
    <section class="reverse" aria-label=${label}>
      ${hasTitle &&
        html`<h2 class="reverse-name strong">${name} ${note && html`<span class="text-2 muted">${note}</span>`}</h2>`}
      <div class="sets" ref=${root} style=${{ "--columns": String(columns) }} onKeyDown=${moveFocus}
        onFocusIn=${(/** @type {any} */ event) => setCurrent(event.target.dataset.start ?? "")}>
        ${shown.map((hourName, index) => {
          const hour = hours.find((one) => one.name === hourName);
          const change = hour && priceNote(props, hour, index === 0);
          return html`
            ${change && html`<p class="band">${change}</p>`}
            <div class="hour" role="group" aria-label=${`${hourName}:00`}>
              <b aria-hidden="true">${hourName}</b>
              ${hour?.cells.map((cell) =>
                html`<${SetButton} key=${cell.slot.startsAt} cell=${cell} grid=${props} isFocused=${
                  cell === focused
                } />`
              )}
            </div>
          `;
        })}
      </div>
    </section>
  `;
}

/** @param {Cell} cell */
const isActive = (cell) => ["free", "short", "mine", "holding"].includes(cell.look);

/** The note of the price before an hour. @param {GridProps} grid @param {Hour} hour @param {boolean} isFirst */
function priceNote({ prices, zone }, hour, isFirst) {
  const text = texts("park");
  const change = prices.find(({ startsAt }) => timeOf(startsAt, zone).slice(0, 2) === hour.name);
  if (isFirst && !change) return text.priceOfSet(money(hour.price));
  if (!change) return null;
  const price = money(change.price);
  return isFirst ? text.priceOfSet(price) : text.priceFrom(price, timeOf(change.startsAt, zone));
}

/** @param {{ cell: Cell, grid: GridProps, isFocused: boolean }} props */
function SetButton({ cell, grid, isFocused }) {
  const text = useTexts("park");
  const { zone, onChoose, busy } = grid;
  const { look, slot, column, span } = cell;
  const time = timeOf(slot.startsAt, zone);
  const range = `${timeOf(cell.startsAt, zone)} – ${timeOf(cell.endsAt, zone)}`;
  const common = {
    class: `set ${look} ${busy === slot.startsAt ? "busy" : ""} ${cell.isMoving ? "leaving" : ""}`,
    style: { gridColumn: `${column + 1} / span ${span}` },
  };
  const active = { ...common, "data-start": slot.startsAt, "data-column": column, tabindex: isFocused ? 0 : -1 };
  const shown = span > 1 ? range : time.slice(2);
  if (look === "mine") {
    return html`<a ...${active} href=${`/park/bookings/${slot.bookingId}`} aria-label=${`${range}, ${text.yourBooking}`}>
      <${Icon} name="check" size="tiny" />${shown}</a>`;
  }
  if (look === "closed") {
    return html`<span ...${common}><span class="for-readers">${range} </span><span>${text.looks.closed}</span></span>`;
  }
  if (look === "free" || look === "short" || look === "holding") {
    const state = look === "free" ? text.looks.free : look === "short" ? text.shortFrom(cell.run) : text.heldForYou;
    return html`
      <button type="button" ...${active} aria-label=${`${look === "holding" ? range : time}, ${state}`}
        aria-pressed=${look === "holding" ? "true" : undefined} onClick=${() => onChoose(cell)}>${shown}</button>
    `;
  }
  const state = look === "held" ? text.heldByOthers : look === "past" ? text.looks.past : text.looks.taken;
  return html`<span ...${common}>${shown}<span class="for-readers"> ${state}</span></span>`;
}

/** Moves the focus among the sets that can be chosen, by the arrow keys. @param {KeyboardEvent} event */
function moveFocus(event) {
  const from = event.target;
  const root = /** @type {HTMLElement} */ (event.currentTarget);
  if (!(from instanceof HTMLElement) || !event.key.startsWith("Arrow")) return;
  const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-start]")]);
  const index = all.indexOf(from);
  const next = event.key === "ArrowRight"
    ? all[index + 1]
    : event.key === "ArrowLeft"
    ? all[index - 1]
    : inNextRow(all, from, event.key === "ArrowDown" ? 1 : -1);
  event.preventDefault();
  next?.focus();
}

/** The set nearest in column in the next row that has any. @param {HTMLElement[]} all @param {HTMLElement} from @param {number} step */
function inNextRow(all, from, step) {
  const rows = [...new Set(all.map((one) => one.parentElement))];
  const row = rows[rows.indexOf(from.parentElement) + step];
  /** @param {HTMLElement} one */
  const distance = (one) => Math.abs(Number(one.dataset.column) - Number(from.dataset.column));
  return all.filter((one) => one.parentElement === row).sort((one, other) => distance(one) - distance(other))[0];
}
