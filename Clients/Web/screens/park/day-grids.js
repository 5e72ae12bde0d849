/** The sets of a day on the chosen reverses, side by side if there is room. */
import "../../contract/park-methods.js";
import { html } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { Grid } from "./grid.js";
import { hoursOf, priceChanges, shownHours } from "./slots.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingParkResult} Park
 * @typedef {import("../../contract/types.d.ts").BookingSlot} Slot
 */

/**
 * @param {{ park: Park, date: string, items: Slot[], reverses: Park["reverses"], sets: number,
 *   choice: import("./choice.js").Choosing }} props
 */
export function DayGrids({ park, date, items, reverses, sets, choice }) {
  const wish = { zone: park.timeZone, setMinutes: park.setMinutes, sets, moving: choice.moving?.id };
  const grids = reverses.map((reverse) => {
    const slots = items.filter((slot) => slot.reverseId === reverse.id);
    return { reverse, slots, hours: hoursOf(slots, wish) };
  });
  const shown = shownHours(grids.map(({ hours }) => hours));
  return html`
    <div class="reverses">${grids.map(({ reverse, slots, hours }) =>
      html`
        <${ReverseGrid} key=${reverse.id} reverse=${reverse} slots=${slots} hours=${hours} shown=${shown} date=${date}
          zone=${park.timeZone} hasTitle=${reverses.length > 1} columns=${Math.max(1, Math.round(60 / park.setMinutes))}
          prices=${priceChanges(slots)} busy=${choice.asking} onChoose=${choice.choose} />
      `
    )}</div>
  `;
}

/** A reverse, with the staff's note if it is closed for the whole day. @param {any} props */
function ReverseGrid({ reverse, slots, date, ...rest }) {
  const text = useTexts("park");
  const isClosed = slots.some((/** @type {Slot} */ slot) => slot.state === "closed") &&
    slots.every((/** @type {Slot} */ slot) => slot.state === "closed" || slot.state === "past");
  const { value } = useAnswer("booking.slots", isClosed ? { date, reverseId: reverse.id } : null);
  const closing = value?.closing?.note;
  if (isClosed) {
    return html`
      <section class="reverse" aria-label=${reverse.name}>
        ${rest.hasTitle && html`<h2 class="reverse-name strong">${reverse.name}</h2>`}
        <p class="set closed whole"><span>${closing ? text.closedFor(closing) : text.looks.closed}</span></p>
      </section>
    `;
  }
  return html`<${Grid} name=${reverse.name} note=${reverse.text} date=${date} ...${rest} />`;
}
