/** The addresses at which calendar programs read a timetable: made, copied and revoked. */
import "../../contract/timetable-methods.js";
import { html, useState } from "../../core/view.js";
import { useAction, useAnswer } from "../../core/answer.js";
import { call } from "../../core/api.js";
import { dayAndMonth, partsIn } from "../../core/dates.js";
import { useHints } from "../../core/events.js";
import { useTexts } from "../../core/languages.js";
import { useAccount } from "../../core/session.js";
import { Confirm } from "../../parts/confirm.js";
import { Button } from "../../parts/button.js";
import { FeedAddress } from "../../parts/feed-address.js";
import { Sheet } from "../../parts/sheet.js";
import { ProblemNote, Shown, SignedOut } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";
import { paramsOf, useSubgroup } from "./owners.js";

/** @typedef {import("../../contract/types.d.ts").ScheduleCalendar} Calendar */

/** @param {{ owner: import("./owners.js").Owner, onClose: () => void }} props */
export function CalendarSheet({ owner, onClose }) {
  const text = useTexts("calendars").timetable;
  const account = useAccount();
  const subgroup = useSubgroup(owner);
  const [made, setMade] = useState({ path: "", id: "" });
  const answer = useAnswer("schedule.calendars", account ? {} : null, { isKept: false });
  useHints(account ? "calendars" : null, answer.refresh);
  const add = useAction(async () => {
    const { path, calendar } = await call("schedule.addCalendar", { ...paramsOf(owner), subgroup });
    setMade({ path, id: calendar.id });
    answer.refresh();
  });
  /** @param {string} id */
  const forget = (id) => {
    if (id === made.id) setMade({ path: "", id: "" });
    answer.refresh();
  };
  const name = subgroup ? text.withSubgroup(owner.name, subgroup) : owner.name;
  return html`
    <${Sheet} title=${text.title} onClose=${onClose}>
      ${account
        ? html`
          <p>${text.sentence}</p>
          <${ProblemNote} problem=${add.problem} />
          ${made.path ? html`<${FeedAddress} path=${made.path} note=${text.once} />` : html`
            <div class="actions">
              <${Button} isRunning=${add.isRunning} onClick=${add.run}>${text.make(name)}<//></div>
          `}
          <${Shown} answer=${answer} rows=${1}>${(/** @type {{ items: Calendar[] }} */ { items }) =>
            html`<${Calendars} items=${items} onRevoked=${forget} />`}<//>
        `
        : html`<${SignedOut} sentence=${text.guest} />`}
      <//>
  `;
}

/** @param {{ items: Calendar[], onRevoked: (id: string) => void }} props */
function Calendars({ items, onRevoked }) {
  const text = useTexts("calendars");
  const [revoked, setRevoked] = useState(/** @type {Calendar | null} */ (null));
  /** @param {Calendar} calendar */
  const nameOf = ({ group, lecturer, name, subgroup }) => {
    const owner = group ?? name ?? lecturer ?? "";
    return subgroup ? text.timetable.withSubgroup(owner, subgroup) : owner;
  };
  const revoke = async () => {
    const id = revoked?.id ?? "";
    await call("schedule.removeCalendar", { id });
    notify({ sentence: text.revoked });
    onRevoked(id);
  };
  if (items.length === 0) return null;
  return html`
    <h3 class="text-2 strong muted picker-head">${text.made}</h3>
    <ul class="rows">${items.map((calendar) =>
      html`
        <li key=${calendar.id} class="item"><span class="grow"><span class="strong">${nameOf(calendar)}</span>${" "}
          <span class="text-2 muted">${text.madeOn(dayAndMonth(partsIn(calendar.madeAt).date))}</span></span>
          <button type="button" class="button bare" onClick=${() => setRevoked(calendar)}>${text.revoke}</button></li>
      `
    )}</ul>
    ${revoked && html`
      <${Confirm} title=${text.revokeTitle} sentence=${text.timetable.revokeSentence(nameOf(revoked))} action=${text
        .revoke}
        onConfirm=${revoke} onClose=${() => setRevoked(null)} />
    `}
  `;
}
