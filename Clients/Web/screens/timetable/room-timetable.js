/** The timetable of a room: the lessons of its weeks and days. */
import "../../contract/timetable-methods.js";
import { html } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { useNow } from "../../core/clock.js";
import { useHints } from "../../core/events.js";
import { partsIn } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { usePlace } from "../../core/router.js";
import { planOf, presentAt, zone } from "../../core/timetable.js";
import { Head } from "../../parts/head.js";
import { closeSheet } from "../../parts/sheet.js";
import { Shown } from "../../parts/states.js";
import { CoverageNote } from "./coverage.js";
import { RoomSheet } from "./room.js";
import { Weeks } from "./tools.js";
import { DayView } from "./views.js";

/** @typedef {import("../../contract/types.d.ts").ScheduleForRoomResult} RoomTimetable */

/** @param {{ name: string }} props */
export default function RoomScreen({ name }) {
  const text = useTexts("timetable");
  const { query } = usePlace();
  const answer = useAnswer("schedule.forRoom", { room: name });
  useHints("rooms", answer.refresh);
  const now = useNow();
  const present = presentAt(now);
  const asked = query.get("day") ?? "";
  const day = /^\d{4}-\d\d-\d\d$/.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : present.date;
  const title = text.room.label(answer.value?.room.name ?? name);
  const opened = query.get("room");
  return html`
    <main class="page timetable" id="main">
      <${Head} title=${title} back="/timetable/rooms" />
      <${Shown} answer=${answer} rows=${5} zone=${zone}>${(/** @type {RoomTimetable} */ value) => {
        const plan = planOf(
          { ...value, hasTimetable: true, isPartTime: false, nextTermLessons: [], announcements: [] },
          undefined,
          { seenOn: partsIn(answer.fetchedAt ?? now, zone).date },
        );
        return html`
          <${Facts} room=${value.room} />
          <div class="tools">
            <${Weeks} today=${present.date} day=${day} />
          </div>
          <${DayView} plan=${plan} present=${present} day=${day} ofLecturer />
          <div class="extras">
            <${CoverageNote} ...${value} />
          </div>
        `;
      }}<//>
    </main>
    ${opened && html`<${RoomSheet} name=${opened} onClose=${() => closeSheet("room")} />`}
  `;
}

/** @param {{ room: import("../../contract/types.d.ts").ScheduleRoom }} props */
function Facts({ room }) {
  const text = useTexts("timetableParts").rooms;
  const facts = [room.type, room.capacity && text.seatsOf(room.capacity), room.department].filter(Boolean);
  return facts.length > 0 && html`<p class="muted">${facts.join(" · ")}</p>`;
}
