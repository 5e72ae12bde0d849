/** The university's rooms: those without a lesson now or at a chosen time, and a search for one. */
import "../../contract/timetable-methods.js";
import { html, useState } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { useNow } from "../../core/clock.js";
import { useHints } from "../../core/events.js";
import { useTexts } from "../../core/languages.js";
import { changeQuery, usePlace } from "../../core/router.js";
import { presentAt, zone } from "../../core/timetable.js";
import { Field } from "../../parts/fields.js";
import { Head } from "../../parts/head.js";
import { Icon } from "../../parts/icon.js";
import { Options } from "../../parts/options.js";
import { Empty, Shown } from "../../parts/states.js";
import { CoverageNote } from "./coverage.js";
import { addressOfRoom } from "./room.js";

/**
 * @typedef {import("../../contract/types.d.ts").ScheduleRoom} Room
 * @typedef {import("../../contract/types.d.ts").ScheduleFreeRoom} FreeRoom
 * @typedef {import("../../contract/types.d.ts").ScheduleFreeRoomsResult} FreeRooms
 */

const foundLength = 30;
const everyMs = 60_000;

/** The number of a building such as `5 к.`. @param {string} building */
const shortName = (building) => building.replace(/\s*к\.?$/, "");

export default function RoomsScreen() {
  const text = useTexts("timetable");
  const rooms = useTexts("timetableParts").rooms;
  const [query, setQuery] = useState("");
  const typed = query.trim();
  return html`
    <main class="page timetable" id="main">
      <${Head} title=${text.rooms} back="/timetable" />
      <${Field} label=${rooms.search} type="search" value=${query} autocomplete="off" maxlength=${60}
        onInput=${setQuery} />
      ${typed ? html`<${Found} query=${typed} />` : html`<${Free} />`}
    </main>
  `;
}

/** @param {{ query: string }} props */
function Found({ query }) {
  const text = useTexts("timetableParts").rooms;
  const answer = useAnswer("schedule.rooms", { query, limit: foundLength }, { isKept: false });
  return html`
    <div class="section-head">
      <h2>${text.found}</h2>
    </div>
    <${Shown} answer=${answer} rows=${4}>${(/** @type {{ items: Room[] }} */ { items }) =>
      items.length === 0
        ? html`<p class="muted" role="status">${text.nothingFound(query)}</p>`
        : html`<ul class="rows">${items.map((room) => html`<${Row} key=${room.name} room=${room} />`)}</ul>`}<//>
  `;
}

/** The date and time in the address; none of them: now. */
function useChosenTime() {
  const { query } = usePlace();
  const { date, moment } = presentAt(useNow());
  const [from, to] = [query.get("from") ?? undefined, query.get("to") ?? undefined];
  const day = query.get("day") ?? undefined;
  const isNow = !from && !day;
  const minutes = Math.floor(moment % 1440);
  const present = `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  const start = from ?? present;
  const end = to && to > start ? to : undefined;
  return {
    isNow,
    day: day ?? date,
    from: start,
    to: end,
    building: query.get("building") ?? "",
    // The server knows the current time; naming it would make each minute another answer.
    params: isNow ? { to: end } : { date: day ?? date, from: start, to: end },
  };
}

function Free() {
  const text = useTexts("timetableParts").rooms;
  const time = useChosenTime();
  const answer = useAnswer("schedule.freeRooms", time.params, { everyMs, isKept: false });
  useHints("rooms", answer.refresh);
  return html`
    <div class="section-head"><h2>${time.isNow ? text.freeNow : text.freeThen}</h2>
      ${!time.isNow && html`
        <button type="button" class="button bare small"
          onClick=${() => changeQuery({ day: null, from: null, to: null })}>${text.toNow}</button>
      `}</div>
    <div class="times">
      <${Field} label=${text.day} type="date" value=${time.day}
        onInput=${(/** @type {string} */ day) => day && changeQuery({ day })} />
      <${Field} label=${text.from} type="time" value=${time.from}
        onInput=${(/** @type {string} */ from) => from && changeQuery({ from })} />
      <${Field} label=${text.to} type="time" value=${time.to ?? ""}
        onInput=${(/** @type {string} */ to) => changeQuery({ to: to || null })} />
    </div>
    <${Shown} answer=${answer} rows=${6} zone=${zone}>${(/** @type {FreeRooms} */ value) =>
      html`
        ${value.coverage.isSufficient ? html`<${FreeList} items=${value.items} building=${time.building} />` : html`
          <${Empty} title=${text.notKnown}>
            <p class="muted">${text.notKnownNote}</p>
            <//>
        `}
        <div class="extras">
          <${CoverageNote} ...${value} />
        </div>
      `}<//>
  `;
}

/** @param {{ items: FreeRoom[], building: string }} props */
function FreeList({ items, building }) {
  const text = useTexts("timetableParts").rooms;
  const buildings = [...new Set(items.map(({ room }) => room.building))].filter((one) => one !== undefined);
  const shown = building ? items.filter(({ room }) => room.building === building) : items;
  return html`
    <${Options} label=${text.building} value=${building} class="roomy"
      options=${[
        { value: "", name: text.allBuildings },
        ...buildings.map((one) => ({ value: one, name: shortName(one), label: `${text.building} ${shortName(one)}` })),
      ]} onChange=${(/** @type {string} */ value) => changeQuery({ building: value || null })} />
    ${shown.length === 0
      ? html`
        <${Empty} title=${text.none}>
          <p class="muted">${text.noneNote}</p>
          <//>
      `
      : html`
        <p class="text-2 muted">${text.warning}</p>
        <ul class="rows">${shown.map(({ room, freeUntil }) =>
          html`<${Row} key=${room.name} room=${room} note=${freeUntil ? text.until(freeUntil) : text.restOfDay} />`
        )}</ul>
      `}
  `;
}

/** @param {{ room: Room, note?: string }} props */
function Row({ room, note }) {
  const text = useTexts("timetableParts").rooms;
  const facts = [room.type, room.capacity && text.seatsOf(room.capacity)].filter(Boolean);
  return html`
    <li><a class="item" href=${addressOfRoom(room.name)}><span class="grow"><span class="strong">${room.name}</span>
      <span class="meta">${facts.join(" · ")}</span></span>${note && html`<span class="text-2">${note}</span>`}
      <${Icon} name="next" size="small" class="go" /></a></li>
  `;
}
