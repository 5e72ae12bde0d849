/** Moving a booking: the conditions, and the strip that shows the booking being moved. */
import { html } from "../../core/view.js";
import { dayAndMonth, partsIn, today } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { Strip } from "../../parts/states.js";
import { reverseName } from "./live.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingParkResult} Park
 * @typedef {import("../../contract/types.d.ts").BookingRecord} Booking
 * @typedef {{ reverseId: string, startsAt: string, endsAt: string, sets: number }} Target
 */

/** True while cancelling and moving a booking are free. @param {Booking} booking @param {number} now */
export const isFreeToChange = (booking, now) => Date.parse(booking.freeUntil) > now;

/** True while a booking can be changed at all. @param {Booking} booking @param {number} now */
export const isChangeable = (booking, now) => booking.state === "booked" && Date.parse(booking.startsAt) > now;

/**
 * Shows above the grid the booking that is being moved. It has its place before the booking is there, so that the grid
 * does not move.
 * @param {{ id: string, booking?: Booking, park: Park }} props
 */
export function MoveStrip({ id, booking, park }) {
  const text = useTexts("park");
  return html`
    <${Strip} icon="clock"><span><b class="strong">${text.move.choose}</b>
      <span class="note-line muted">${booking ? timeAndPlace(booking, park) : "\u00a0"}</span></span>
      <a class="button bare" href=${`/park/bookings/${id}`}>${text.move.cancel}</a><//>
  `;
}

/** @param {Booking} booking @param {Park} park */
function timeAndPlace(booking, park) {
  const { date, time } = partsIn(booking.startsAt, park.timeZone);
  return `${dayAndMonth(date, today(park.timeZone))}, ${time} · ${reverseName(park, booking.reverseId)}`;
}
