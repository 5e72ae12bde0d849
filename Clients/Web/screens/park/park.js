/** The wake park: the days, the sets of a day, and the way to a booking. */
import { html } from "../../core/view.js";
import { dayAndMonth, longDate, partsIn, today } from "../../core/dates.js";
import { useDesk } from "../../core/media.js";
import { changeQuery, usePlace } from "../../core/router.js";
import { useAccount } from "../../core/session.js";
import { useTexts } from "../../core/languages.js";
import { Options } from "../../parts/options.js";
import { Head } from "../../parts/head.js";
import { IconButton } from "../../parts/icon.js";
import { AnswerStrips, Empty, Failed, Shown, Skeleton, Strip } from "../../parts/states.js";
import { useChoice } from "./choice.js";
import { DayStrip } from "./days.js";
import { DayGrids } from "./day-grids.js";
import { useDays, usePark, usePass, useSlots } from "./live.js";
import { MoveStrip } from "./move.js";
import { PassLine } from "./pass-line.js";
import { Choice } from "./panes.js";
import { dayToShow } from "./slots.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingParkResult} Park
 * @typedef {import("../../contract/types.d.ts").BookingDay} Day
 */

const panel = "park-day";

/** True if the device's local time differs from the zone's. @param {string} zone */
function differsFromDevice(zone) {
  const now = Date.now();
  const [there, here] = [partsIn(now, zone), partsIn(now)];
  return there.time !== here.time || there.date !== here.date;
}

export default function ParkScreen() {
  const text = useTexts("park");
  const park = usePark();
  return html`
    <main class="page park" id="main">${park.value ? html`<${Loaded} park=${park.value} />` : html`
      <div class="park-main">
        <${Head} title=${text.title} isHidden=${!park.problem} />
        <${Shown} answer=${park} rows=${6}>${() => null}<//></div>
    `}</main>
  `;
}

/** @param {{ park: Park }} props */
function Loaded({ park }) {
  const text = useTexts("park");
  const { query } = usePlace();
  const account = useAccount();
  const isDesk = useDesk();
  const passes = usePass().value;
  const days = useDays(park.horizonDays);
  const present = today(park.timeZone);
  const coming = days.value?.items.filter((day) => day.date >= present);
  const day = coming && dayToShow(coming, query.get("day"));
  const slots = useSlots(day?.date);
  const sets = Math.max(1, Math.min(park.maximumSets, Number(query.get("sets")) || 1));
  const choice = useChoice({ park, date: day?.date ?? present, sets, slots, days });
  const wanted = query.get("reverse") ?? park.reverses[0]?.id;
  const reverses = isDesk || wanted === "both" ? park.reverses : park.reverses.filter(({ id }) => id === wanted);
  const isOffline = slots.problem?.isOffline || days.problem?.isOffline;
  return html`
    <div class="park-main">
      <${Head} title=${text.title}>
        ${isDesk && passes && html`<${PassLine} passes=${passes} zone=${park.timeZone} />`}
        ${account && html`<${IconButton} icon="list" label=${text.bookings} href="/park/bookings" />`}
        <${IconButton} class="edge-end" icon="place" label=${text.about} href="/park/about" />
      <//>
      ${!isDesk && passes && html`<${PassLine} passes=${passes} zone=${park.timeZone} />`}
      ${choice.movedId && html`<${MoveStrip} id=${choice.movedId} booking=${choice.moving} park=${park} />`}
      ${isOffline && html`<${Strip} icon="offline"><span>${text.connect}</span><//>`}
      <${AnswerStrips} answer=${slots} zone=${park.timeZone} />
      ${differsFromDevice(park.timeZone) && html`<${Strip} icon="clock"><span>${text.zone(park.timeZone)}</span><//>`}
      ${coming && day
        ? html`
          <${DayStrip} days=${coming} zone=${park.timeZone} value=${day.date} panel=${panel}
            onChange=${(/** @type {string} */ date) => changeQuery({ day: date })} />
          <${Wishes} park=${park} sets=${sets} reverse=${wanted} isDesk=${isDesk} />
          <div id=${panel} role="tabpanel" aria-label=${longDate(day.date, present)}>${day.isClosed
            ? html`<${ClosedDay} day=${day} days=${coming} />`
            : slots.value
            ? html`
              <${DayGrids} park=${park} date=${day.date} items=${slots.value.items} reverses=${reverses} sets=${sets}
                choice=${choice} />
              <${Key} />
              ${account && html`<a class="text-2" href=${`/park/waitlist?day=${day.date}`}>${text.waitlist}</a>`}
            `
            : slots.problem && !slots.isLoading
            ? html`<${Failed} problem=${slots.problem} onAgain=${slots.refresh} />`
            : html`<${Skeleton} rows=${6} />`}</div>
        `
        : days.problem && !days.isLoading
        ? html`<${Failed} problem=${days.problem} onAgain=${days.refresh} />`
        : html`<${Skeleton} rows=${6} />`}
    </div>
    <${Choice} park=${park} choice=${choice} isDesk=${isDesk} items=${slots.value?.items ?? []} date=${day?.date ??
      present} />
  `;
}

/**
 * The choice of the reverse and of the number of consecutive sets.
 * @param {{ park: Park, sets: number, reverse: string, isDesk: boolean }} props
 */
function Wishes({ park, sets, reverse, isDesk }) {
  const text = useTexts("park");
  const options = park.reverses.map(({ id, name }) => ({ value: id, name: text.reverses[id] ?? name }));
  if (options.length === 2) options.push({ value: "both", name: text.both });
  /** @param {number} count */
  const setSets = (count) => changeQuery({ sets: count === 1 ? null : String(count) });
  return html`
    <div class="wishes">
      ${isDesk ? html`<${Key} />` : options.length > 1 &&
        html`
          <${Options} label=${text.reverse} value=${reverse} options=${options}
            onChange=${(/** @type {string} */ id) => changeQuery({ reverse: id })} />
        `}
      <div class="stepper" role="group" aria-label=${text.setsInRow}>
        <${IconButton} icon="minus" label=${text.fewer} isDisabled=${sets === 1} onClick=${() => setSets(sets - 1)} />
        <output>${text.sets(sets)}</output>
        <${IconButton} icon="plus" label=${text.further} isDisabled=${sets === park.maximumSets}
          onClick=${() => setSets(sets + 1)} />
      </div>
    </div>
  `;
}

/** The legend of the grid. */
function Key() {
  const { looks } = useTexts("park");
  return html`<p class="key">${
    /** @type {const} */ (["free", "held", "taken", "mine"]).map((look) =>
      html`<span><i class=${`set ${look}`}></i>${looks[look]}</span>`
    )
  }</p>`;
}

/** @param {{ day: Day, days: Day[] }} props */
function ClosedDay({ day, days }) {
  const text = useTexts("park");
  const next = days.find((one) => one.date > day.date && one.free > 0) ?? days.find((one) => one.free > 0);
  const isOver = day.closing?.reason === "past";
  return html`
    <${Empty} title=${isOver ? text.overDay : text.closedDay}>
      <p class="muted">${day.closing?.note ?? day.closing?.text}</p>
      ${next &&
        html`<button type="button" class="button main small" onClick=${() => changeQuery({ day: next.date })}>${
          text.nextDay(dayAndMonth(next.date))
        }</button>`}<//>
  `;
}
