/** A room's entry in the university's catalogue. */
import "../../contract/timetable-methods.js";
import { html } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { Sheet } from "../../parts/sheet.js";
import { Shown } from "../../parts/states.js";

/** @typedef {import("../../contract/types.d.ts").ScheduleRoom} CatalogueRoom */

/** The address of a room's timetable. @param {string} name */
export const addressOfRoom = (name) => `/timetable/rooms/${encodeURIComponent(name)}`;

/** @param {{ name: string, onClose: () => void }} props */
export function RoomSheet({ name, onClose }) {
  const text = useTexts("timetable");
  const rooms = useTexts("timetableParts").rooms;
  const answer = useAnswer("schedule.rooms", { query: name, limit: 20 });
  return html`
    <${Sheet} title=${text.room.label(name)} onClose=${onClose}>
      <${Shown} answer=${answer} rows=${2}>${(/** @type {{ items: CatalogueRoom[] }} */ { items }) =>
        html`<${Facts} name=${name} room=${items.find((room) => room.name === name)} />`}<//>
      <p class="actions"><a class="button quiet" href=${addressOfRoom(name)}>${rooms.timetable}</a></p><//>
  `;
}

/** @param {{ name: string, room?: CatalogueRoom }} props */
function Facts({ name, room }) {
  const text = useTexts("timetableParts").rooms;
  const building = (room?.building ?? name).match(/(?:^|-)(\d+)\s*к/)?.[1];
  const facts = [
    [text.building, building],
    [text.number, room?.number],
    [text.type, room?.type],
    [text.seats, room?.capacity],
    [text.department, room?.department],
  ].filter(([, value]) => value);
  return html`<dl class="facts rows">${
    facts.map(([term, value]) =>
      html`
        <div class="item" key=${term}>
          <dt class="grow muted">${term}</dt>
          <dd>${value}</dd>
        </div>
      `
    )
  }</dl>${!room && html`<p class="muted">${text.unknown}</p>`}`;
}
