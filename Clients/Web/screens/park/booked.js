/** The confirmation of a booking: the end of free changes, and where to find the booking. */
import { html } from "../../core/view.js";
import { dayAndMonth, momentOf, partsIn, timeOf, today, weekday } from "../../core/dates.js";
import { money } from "../../core/money.js";
import { texts, useTexts } from "../../core/languages.js";
import { saveFile } from "../../core/save-file.js";
import { Button } from "../../parts/button.js";
import { Done } from "../../parts/drawings.js";
import { Empty } from "../../parts/states.js";
import { calendarFile } from "./calendar.js";
import { reverseName } from "./live.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingParkResult} Park
 * @typedef {import("../../contract/types.d.ts").BookingRecord} Booking
 */

/** Offers the booking as a calendar file. @param {Booking} booking @param {Park} park */
export function addToCalendar(booking, park) {
  const text = texts("park");
  const title = `${park.name}: ${reverseName(park, booking.reverseId)}, ${text.sets(booking.sets)}`;
  const name = `vokol-${partsIn(booking.startsAt, booking.timeZone).date}.ics`;
  const content = calendarFile(booking, { title, address: park.address, location: park.location });
  saveFile(name, new Blob([content], { type: "text/calendar;charset=utf-8" }));
}

/** @param {{ park: Park, booking: Booking, title?: string, onClose: () => void }} props */
export function Booked({ park, booking, title, onClose }) {
  const text = useTexts("park");
  const zone = booking.timeZone;
  const { date } = partsIn(booking.startsAt, zone);
  const range = `${timeOf(booking.startsAt, zone)} – ${timeOf(booking.endsAt, zone)}`;
  const isFree = Date.parse(booking.freeUntil) > Date.now();
  return html`
    <div class="confirm booked" role="status">
      <${Empty} drawing=${Done} title=${title ?? text.booked.title}>
        <div><p class="text-4">${weekday(date)}, ${range}</p>
          <p>${dayAndMonth(date, today(zone))} · ${reverseName(park, booking.reverseId)} · ${text.sets(
            booking.sets,
          )}</p>
          <p class="muted">${booking.payWith === "pass"
            ? text.booking.byPass(booking.sets)
            : text.booking.pay(money(booking.price))}</p></div>
        ${isFree && html`<p class="text-2 muted">${text.booked.freeUntil(momentOf(booking.freeUntil, zone))}</p>`}
      <//>
      <div class="confirm-actions">
        <a class="button main wide" href=${`/park/bookings/${booking.id}`}>${text.booked.open}</a>
        <${Button} kind="quiet wide" onClick=${() => addToCalendar(booking, park)}>${text.booked.calendar}<//>
        <${Button} kind="bare wide" onClick=${onClose}>${text.booked.close}<//>
      </div>
    </div>
  `;
}
