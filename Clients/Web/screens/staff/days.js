/** Several days of the park at a glance: occupancy by reverse and hour; each day opens its board. */
import "../../contract/park-methods.js";
import "../../contract/staff-methods.js";
import { html } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { useNow } from "../../core/clock.js";
import { addDays, longDate, number, timeOf, today } from "../../core/dates.js";
import { useHints } from "../../core/events.js";
import { useTexts } from "../../core/languages.js";
import { changeQuery, usePlace } from "../../core/router.js";
import { Button } from "../../parts/button.js";
import { Head } from "../../parts/head.js";
import { IconButton } from "../../parts/icon.js";
import { Shown } from "../../parts/states.js";
import { Permitted } from "./access.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingBoardDaysResult} BoardDays
 * @typedef {import("../../contract/types.d.ts").BookingBoardDay} BoardDay
 * @typedef {import("../../contract/types.d.ts").BookingBoardHour} Hour
 * @typedef {(id: string) => string} NameOf
 */

const length = 7;
const everyMs = 60_000;

export default function DaysScreen() {
  const text = useTexts("staffDays");
  return html`<${Permitted} title=${text.title}>${() => html`<${Loaded} />`}<//>`;
}

function Loaded() {
  const text = useTexts("staffDays");
  const { query } = usePlace();
  const now = useNow();
  const parkAnswer = useAnswer("booking.park", {});
  const park = parkAnswer.value;
  const present = park && today(park.timeZone, now);
  const from = query.get("from") ?? present;
  const answer = useAnswer("booking.boardDays", from ? { from, days: length } : null, { everyMs, isKept: false });
  useHints("bookings", answer.refresh);
  /** @param {string} date */
  const show = (date) => changeQuery({ from: date === present ? null : date });
  // Until the park is known, rows would show ids, and grow when the names arrive.
  const shown = park ? answer : parkAnswer;
  /** @type {NameOf} */
  const nameOf = (id) => park?.reverses.find((one) => one.id === id)?.name ?? id;
  return html`
    <main class="page staff-days" id="main">
      <${Head} title=${text.title} back="/staff">
        ${present && from !== present &&
          html`<${Button} kind="bare small" onClick=${() => show(present)}>${text.today}<//>`}
        <${IconButton} icon="previous" label=${text.before} onClick=${() => from && show(addDays(from, -length))} />
        <${IconButton} icon="next" label=${text.after} class="edge-end"
          onClick=${() => from && show(addDays(from, length))} /><//>
      <${Shown} answer=${shown} rows=${8}>${(/** @type {BoardDays} */ { items, timeZone }) =>
        html`
          ${items.map((day) =>
            html`<${Day} key=${day.date} day=${day} zone=${timeZone} present=${present ?? day.date} nameOf=${nameOf} />`
          )}
          <p class="text-2 muted">${text.legend}</p>
        `}<//>
    </main>
  `;
}

/** @param {Hour[]} hours @param {"sets" | "booked" | "closed"} member */
const sum = (hours, member) => hours.reduce((total, hour) => total + hour[member], 0);

/** @param {{ day: BoardDay, zone: string, present: string, nameOf: NameOf }} props */
function Day({ day, zone, present, nameOf }) {
  const text = useTexts("staffDays");
  const hours = day.reverses.flatMap((reverse) => reverse.hours);
  const open = sum(hours, "sets") - sum(hours, "closed");
  const address = day.date === present ? "/staff" : `/staff?day=${day.date}`;
  const sums = open > 0
    ? [text.bookings(day.bookings), text.taken(number((sum(hours, "booked") / open) * 100))]
    : [text.closed];
  return html`
    <section class="occupied-day">
      <h2 class="text-3"><a class="underlined" href=${address}>${longDate(day.date, present)}</a>
        <small>${sums.join(" · ")}</small></h2>
      ${day.reverses.length > 0 && html`<${Table} day=${day} zone=${zone} present=${present} nameOf=${nameOf} />`}
    </section>
  `;
}

/** @param {{ day: BoardDay, zone: string, present: string, nameOf: NameOf }} props */
function Table({ day, zone, present, nameOf }) {
  const text = useTexts("staffDays");
  const [first] = day.reverses;
  return html`
    <div class="occupancy-frame" tabindex="0" role="region" aria-label=${longDate(day.date, present)}>
      <table class="occupancy">
        <thead>
          <tr><th scope="col"><span class="for-readers">${text.reverse}</span></th>${first.hours.map(({ startsAt }) => {
            const time = timeOf(startsAt, zone);
            return html`<th scope="col" key=${startsAt}><span aria-hidden="true">${time.slice(0, 2)}</span><span
        class="for-readers">${text.hour(time)}</span></th>`;
          })}</tr>
        </thead>
        <tbody>${day.reverses.map(({ reverseId, hours }) =>
          html`<tr key=${reverseId}><th scope="row">${nameOf(reverseId)}</th>${
            hours.map((hour) => html`<${Cell} key=${hour.startsAt} hour=${hour} />`)
          }</tr>`
        )}</tbody>
      </table>
    </div>
  `;
}

/** @param {{ hour: Hour }} props */
function Cell({ hour: { sets, booked, held, closed } }) {
  const text = useTexts("staffDays");
  const words = [text.booked(booked, sets), held > 0 && text.held(held), closed > 0 && text.closedSets(closed)];
  const looks = [held > 0 && "held", closed > 0 && booked + closed >= sets && "closed"].filter(Boolean);
  return html`
    <td class=${looks.join(" ")}
      style=${{ "--share": booked / sets }}><span aria-hidden="true">${booked ||
        ""}</span><span class="for-readers">${words.filter(Boolean).join(", ")}</span></td>
  `;
}
