/** The top of the day board: the day, the search, the counts, and the actions. */
import { html } from "../../core/view.js";
import { addDays, dayAndMonth, longDate, shortWeekday, today } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { Button } from "../../parts/button.js";
import { useTitle } from "../../parts/head.js";
import { Icon, IconButton } from "../../parts/icon.js";
import { countsOf } from "./board-geometry.js";
import { showDay } from "./day.js";
import { DigitsField } from "./digits-field.js";

/** @param {{ day: import("./day.js").Day }} props */
export function BoardHead({ day }) {
  const text = useTexts("staff");
  const present = today(day.zone, day.now);
  useTitle(text.title);
  return html`
    <header class="board-top">
      <div class="board-day">
        <${IconButton} icon="previous" label=${text.day.before} onClick=${() =>
          showDay(addDays(day.date, -1), present)} />
        <h1 class="text-4" tabindex="-1" aria-label=${longDate(day.date, present)}>${shortWeekday(
          day.date,
        )}, ${dayAndMonth(day.date, present)}</h1>
        <${IconButton} icon="next" label=${text.day.after} onClick=${() => showDay(addDays(day.date, 1), present)} />
        ${!day.isToday &&
          html`<${Button} kind="bare small" onClick=${() => showDay(present, present)}>${text.day.today}<//>`}
      </div>
      <${DigitsField} digits=${day.digits} hasShortcut />
    </header>
    <div class="board-sums">
      <${Counts} day=${day} />
      <span class="board-begin">
        <${Button} kind="quiet small" onClick=${() => day.act({ kind: "close" })}>${text.close}<//>
        <${Button} kind="main small" onClick=${() => day.act({ kind: "walk-in" })}>
          <${Icon} name="plus" size="small" />${text.walkIn} <kbd aria-hidden="true">n</kbd><//>
      </span>
    </div>
  `;
}

/** @param {{ day: import("./day.js").Day }} props */
function Counts({ day }) {
  const text = useTexts("staff");
  if (!day.board.value) return html`<span class="board-counts"></span>`;
  const counts = countsOf(day.board.value, day.now);
  return html`<p class="board-counts">${
    /** @type {const} */ (["bookings", "waiting", "held"]).map((name) => {
      const [number, noun] = text.counts[name](counts[name]);
      return html`<span><b>${number}</b> ${noun}</span>`;
    })
  }</p>`;
}
