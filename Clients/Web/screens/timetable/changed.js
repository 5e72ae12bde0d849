/** What changed in a timetable since the person last looked: a strip, and the list that it opens. */
import "../../contract/timetable-methods.js";
import { html, useEffect, useState } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { dayAndMonth, momentOf, shortWeekday } from "../../core/dates.js";
import { texts, useTexts } from "../../core/languages.js";
import { changeSettings, settings } from "../../core/settings.js";
import { typeOf, zone } from "../../core/timetable.js";
import { Icon } from "../../parts/icon.js";
import { Sheet } from "../../parts/sheet.js";
import { Shape, subjectOf } from "./lesson-rows.js";
import { isSame, paramsOf, useSubgroup } from "./owners.js";

/**
 * @typedef {import("./owners.js").Owner} Owner
 * @typedef {import("../../core/timetable.js").Lesson} Lesson
 * @typedef {import("../../contract/types.d.ts").ScheduleLessonChange} Change
 */

/** Remembers the state that the person has seen. @param {Owner} owner @param {string} seen */
const noteSeen = (owner, seen) =>
  changeSettings({
    recentTimetables: settings.current.recentTimetables?.map((one) => (isSame(one, owner) ? { ...one, seen } : one)),
  });

/** @param {{ owner: Owner, since: string, changedAt: string }} props */
export function Changed({ owner, since, changedAt }) {
  const text = useTexts("timetableParts").changes;
  const [isOpen, setIsOpen] = useState(false);
  const subgroup = useSubgroup(owner);
  const answer = useAnswer("schedule.changes", { ...paramsOf(owner), since, subgroup }, { isKept: false });
  const { value } = answer;
  useEffect(() => {
    if (value && value.changedAt !== changedAt) answer.refresh();
  }, [changedAt]);
  if (!value || value.changes.length === 0) return null;
  const close = () => {
    setIsOpen(false);
    noteSeen(owner, value.fetchedAt);
  };
  return html`
    <div class="strip" role="status"><${Icon} name="refresh" size="small" />
      <span>${text.found(value.changes.length)}</span>
      <button type="button" class="button bare" aria-haspopup="dialog" onClick=${() => setIsOpen(true)}>
        ${text.show}</button></div>
    ${isOpen && html`
      <${Sheet} title=${text.title} onClose=${close}>
        <p class="muted">${text.since(momentOf(since, zone))}</p>
        <ul class="rows changes">${value.changes.map((change, index) =>
          html`<${ChangeRow} key=${index} change=${change} />`
        )}</ul>
        ${!value.isComplete && html`<p class="muted">${text.onlyFirst(value.changes.length)}</p>`}
        <//>
    `}
  `;
}

/** The parts of a lesson that may differ, as texts. @param {Lesson} lesson */
function partsOf(lesson) {
  const { date, weekday, weeks, start, end, rooms, lecturers, note } = lesson;
  const day = date ? `${shortWeekday(date)}, ${dayAndMonth(date)}` : [
    weekday && texts("core").dates.weekdays[weekday - 1],
    weeks.length > 0 && weeks.length < 4 && texts("timetableParts").changes.weeks(weeks.join(", ")),
  ].filter(Boolean).join(", ");
  const time = [start, end].filter(Boolean).join("–");
  return [
    [day, time].filter(Boolean).join(", "),
    rooms.join(", "),
    lecturers.map(({ name }) => name).join(", "),
    note ?? "",
  ];
}

/** @param {{ change: Change }} props */
function ChangeRow({ change: { kind, before, after } }) {
  const text = useTexts("timetableParts").changes;
  const lesson = after ?? before;
  if (!lesson) return null;
  const [old, current] = [before && partsOf(before), after && partsOf(after)];
  const lines = (current ?? old ?? []).map((part, index) => {
    if (!old || !current) return part && html`<span>${part}</span>`;
    // The day and time tell which lesson it is, even if they are the same.
    if (old[index] === part) return index === 0 && html`<span>${part}</span>`;
    return html`<span>${old[index] && html`<del>${old[index]}</del>`} ${part && html`<ins>${part}</ins>`}</span>`;
  });
  return html`
    <li class="item change">
      <${Shape} lesson=${lesson} />
      <div class="grow">
        <p><span class="strong">${subjectOf(lesson)}</span> <span class="muted">${[typeOf(lesson), text.kinds[kind]]
          .filter(Boolean).join(", ")}</span></p>
        <p class="meta">${lines}</p>
      </div>
    </li>
  `;
}
