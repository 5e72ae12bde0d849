/** The waitlist: the booked times that the customer waits for, and those of a day that can be waited for. */
import "../../contract/account-methods.js";
import { html } from "../../core/view.js";
import { useAction, useAnswer } from "../../core/answer.js";
import { call } from "../../core/api.js";
import { longDate, momentOf, partsIn, timeOf, today } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { changeQuery, usePlace } from "../../core/router.js";
import { useAccount } from "../../core/session.js";
import { Button } from "../../parts/button.js";
import { Select } from "../../parts/fields.js";
import { Head, SectionHead } from "../../parts/head.js";
import { ProblemNote, Shown, SignedOut } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";
import { reverseName, useBookingHints, useDays, usePark, useSlots } from "./live.js";
import { dayToShow } from "./slots.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingWaitlistEntry} Entry
 * @typedef {import("../../contract/types.d.ts").BookingParkResult} Park
 */

export default function WaitlistScreen() {
  const text = useTexts("waitlist");
  const account = useAccount();
  const park = usePark();
  return html`
    <main class="page narrow-forms" id="main">
      <${Head} title=${text.title} back="/park" />
      ${account
        ? html`<${Shown} answer=${park}>${(/** @type {Park} */ value) => html`<${Loaded} park=${value} />`}<//>`
        : html`<${SignedOut} sentence=${text.signIn} />`}
    </main>
  `;
}

/** @param {{ park: Park }} props */
function Loaded({ park }) {
  const text = useTexts("waitlist");
  const answer = useAnswer("booking.waitlist", {}, { everyMs: 60_000 });
  useBookingHints(answer.refresh);
  return html`
    <p class="muted">${text.note}</p>
    <${Shown} answer=${answer} rows=${2}>${(/** @type {{ items: Entry[] }} */ { items }) =>
      items.length
        ? html`<ul class="waitlist">${
          items.map((entry) =>
            html`<${Waiting} key=${entry.id} entry=${entry} park=${park} onChange=${answer.refresh} />`
          )
        }</ul>`
        : html`<p>${text.none}</p>`}<//>
    <section class="follows"><${Booked} park=${park} entries=${answer.value?.items ?? []} onChange=${answer
      .refresh} /></section>
  `;
}

/** @param {{ entry: Entry, park: Park, onChange: () => void }} props */
function Waiting({ entry, park, onChange }) {
  const text = useTexts("waitlist");
  const zone = entry.timeZone;
  const { date } = partsIn(entry.startsAt, zone);
  const isOffered = entry.state === "offered" && entry.offeredUntil !== undefined;
  const leaving = useAction(async () => {
    await call("booking.leaveWaitlist", { id: entry.id });
    onChange();
  });
  const query = new URLSearchParams({
    day: date,
    reverse: entry.reverseId,
    sets: String(entry.sets),
    at: entry.startsAt,
  });
  return html`
    <li>
      <p><b class="strong">${longDate(date, today(zone))}, ${timeOf(entry.startsAt, zone)} – ${timeOf(
        entry.endsAt,
        zone,
      )}</b>
        <span class="note-line text-2">${reverseName(park, entry.reverseId)}</span>
        <span class=${`note-line text-2 ${isOffered ? "positive" : "muted"}`}>${isOffered
          ? text.offered(momentOf(entry.offeredUntil ?? "", zone))
          : text.ahead(entry.ahead)}</span></p>
      <${ProblemNote} problem=${leaving.problem} />
      <div class="actions">
        ${isOffered && html`<a class="button main small" href=${`/park?${query}`}>${text.book}</a>`}
        <${Button} kind="quiet small" isRunning=${leaving.isRunning} onClick=${leaving.run}>${isOffered
          ? text.decline
          : text.leave}<//></div>
    </li>
  `;
}

/** The booked times of a day. @param {{ park: Park, entries: Entry[], onChange: () => void }} props */
function Booked({ park, entries, onChange }) {
  const text = useTexts("waitlist");
  const { query } = usePlace();
  const zone = park.timeZone;
  const days = useDays(park.horizonDays).value?.items.filter((day) => !day.isClosed) ?? [];
  const day = dayToShow(days, query.get("day"));
  const slots = useSlots(day?.date);
  const reverseId = park.reverses.find(({ id }) => id === query.get("reverse"))?.id ?? park.reverses[0].id;
  const sets = Math.max(1, Math.min(park.maximumSets, Number(query.get("sets")) || 1));
  const taken = (slots.value?.items ?? []).filter((slot) =>
    slot.reverseId === reverseId && slot.state === "booked" && !slot.isMine
  );
  const waiting = useAction(async (/** @type {string} */ startsAt) => {
    await call("booking.wait", { reverseId, startsAt, sets });
    notify({ sentence: text.waits });
    onChange();
  });
  /** @param {string} startsAt */
  const isWaiting = (startsAt) =>
    entries.some((one) => one.reverseId === reverseId && one.startsAt === startsAt && one.sets === sets);
  const counts = Array.from({ length: park.maximumSets }, (_, index) => String(index + 1));
  return html`
    <${SectionHead} title=${text.more} />
    <div class="form">
      <${Select} label=${text.day} value=${day?.date ?? ""}
        options=${days.map(({ date }) => ({ value: date, name: longDate(date, today(zone)) }))}
        onChange=${(/** @type {string} */ date) => changeQuery({ day: date })} />
      <${Select} label=${text.reverse} value=${reverseId}
        options=${park.reverses.map(({ id, name }) => ({ value: id, name }))}
        onChange=${(/** @type {string} */ id) => changeQuery({ reverse: id })} />
      <${Select} label=${text.sets} value=${String(sets)} options=${counts.map((value) => ({ value, name: value }))}
        onChange=${(/** @type {string} */ value) => changeQuery({ sets: value })} />
      <${ProblemNote} problem=${waiting.problem} />
      ${slots.value && taken.length === 0 && html`<p class="muted">${text.allFree}</p>`}
    </div>
    <div class="alternatives">${taken.map((slot) =>
      html`
        <button type="button" class="set taken" disabled=${waiting.isRunning || isWaiting(slot.startsAt)}
          aria-label=${text.wait(timeOf(slot.startsAt, zone))}
          onClick=${() => waiting.run(slot.startsAt)}>${timeOf(slot.startsAt, zone)}</button>
      `
    )}</div>
  `;
}
