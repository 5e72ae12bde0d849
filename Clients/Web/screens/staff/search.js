/** Finding bookings by the last digits of a telephone number. */
import "../../contract/staff-methods.js";
import { html } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { longDate, partsIn, timeOf, today } from "../../core/dates.js";
import { useHints } from "../../core/events.js";
import { useTexts } from "../../core/languages.js";
import { changeQuery } from "../../core/router.js";
import { Button } from "../../parts/button.js";
import { Empty, Failed, Skeleton } from "../../parts/states.js";
import { foundItems, lookOf } from "./board-geometry.js";
import { BlockFace } from "./block.js";

/** @typedef {import("./day.js").Day} Day */
/** @typedef {import("./board-geometry.js").Item} Item */

/** The bookings of a number: those of the day shown and all upcoming ones. @param {{ day: Day }} props */
export function Found({ day }) {
  const text = useTexts("staff");
  const answer = useAnswer("booking.board", { phoneDigits: day.digits }, { isKept: false });
  useHints("bookings", answer.refresh);
  const leave = () => changeQuery({ digits: null, open: null });
  if (!answer.value) {
    return answer.problem && !answer.isLoading
      ? html`<${Failed} problem=${answer.problem} onAgain=${answer.refresh} />`
      : html`<${Skeleton} rows=${3} />`;
  }
  const items = foundItems(day.board.value?.items ?? [], answer.value.items, day.digits);
  const dates = [...new Set(items.map((item) => partsIn(item.booking.startsAt, day.zone).date))];
  return html`
    <section class="found" aria-label=${text.found(day.digits)}>
      <p class="for-readers" role="status">${items.length}</p>
      ${items.length === 0 && html`<${Empty} title=${text.nothingFound} />`}
      ${dates.map((date) =>
        html`
          <h2 class="found-day">${longDate(date, today(day.zone, day.now))}</h2>
          <ul>${items.filter((item) => partsIn(item.booking.startsAt, day.zone).date === date).map((item) =>
            html`
              <li>
                <${FoundBlock} day=${day} item=${item} date=${date} />
              </li>
            `
          )}</ul>
        `
      )}
      <div class="actions"><${Button} kind="quiet small" onClick=${leave}>${text.endSearch}<//></div>
    </section>
  `;
}

/** @param {{ day: Day, item: Item, date: string }} props */
function FoundBlock({ day, item, date }) {
  const { booking } = item;
  const look = booking.state === "cancelled" ? "cancelled" : lookOf(item);
  const show = () => changeQuery({ day: date === today(day.zone, day.now) ? null : date, open: booking.id });
  return html`
    <button type="button" class=${`block ${look}`} aria-current=${day.openId === booking.id ? "true" : undefined}
      onClick=${show}><${BlockFace} item=${item} look=${look} time=${timeOf(booking.startsAt, day.zone)} place=${day
        .nameOf(booking.reverseId)} /></button>
  `;
}
