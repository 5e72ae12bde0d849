/** The rows of lessons: times, the shape of the type, the subject, rooms and people. */
import { html } from "../../core/view.js";
import { breaksBefore, elapsedShare, isCurrent, isPast, shapeOf, typeOf } from "../../core/timetable.js";
import { duration } from "../../core/dates.js";
import { texts, useTexts } from "../../core/languages.js";
import { changeQuery } from "../../core/router.js";
import { Icon } from "../../parts/icon.js";
import { addressOf } from "./owners.js";

/**
 * @typedef {import("../../core/timetable.js").Placed} Placed
 * @typedef {import("../../contract/types.d.ts").ScheduleLesson} Lesson
 */

/** @param {Lesson} lesson */
export const subjectOf = (lesson) => lesson.subject ?? lesson.subjectName ?? lesson.note ?? texts("timetable").lesson;

/** The subject with its type, for example `МОИ, лекция`. @param {Lesson} lesson */
export const titleOf = (lesson) => [subjectOf(lesson), typeOf(lesson)].filter(Boolean).join(", ");

/** @param {{ lesson: Lesson }} props */
export const Shape = ({ lesson }) =>
  html`<span class=${`lesson-${shapeOf(lesson)}`}><${Icon} name=${`shape-${shapeOf(lesson)}`} class="shape" /></span>`;

/** A room, as a button that opens its entry in the catalogue. @param {{ name: string }} props */
export function Room({ name }) {
  const text = useTexts("timetable");
  const query = new URLSearchParams(location.search);
  query.set("room", name);
  /** @param {MouseEvent} event */
  const open = (event) => {
    event.preventDefault();
    changeQuery({ room: name }, { pushes: true });
  };
  return html`
    <a class="no-break" href=${`${location.pathname}?${query}`} aria-label=${text.room.label(name)}
      onClick=${open}>${name}</a>
  `;
}

/**
 * The rooms and people of a lesson, as links.
 * @param {{ lesson: Lesson, ofLecturer?: boolean, isShort?: boolean }} props
 */
export function Meta({ lesson, ofLecturer, isShort }) {
  const text = useTexts("timetable");
  const { rooms, lecturers, groups, subgroup, note } = lesson;
  return html`<p class="meta">
    ${rooms.map((room) => html`<${Room} key=${room} name=${room} />`)}
    ${
    lecturers.map(({ name, slug }) =>
      slug
        ? html`<a key=${slug} href=${addressOf({ kind: "lecturer", id: slug })}>${name}</a>`
        : html`<span key=${name}>${name}</span>`
    )
  }
    ${
    ofLecturer && groups.map((group) =>
      html`<a key=${group} href=${addressOf({ kind: "group", id: group })}>${group}</a>`
    )
  }
    ${!isShort && !ofLecturer && groups.length > 1 && html`<span>${text.stream(groups.length)}</span>`}
    ${subgroup && html`<span>${text.subgroupOf(subgroup)}</span>`}
    ${!isShort && note && lesson.subject && html`<span>${note}</span>`}
  </p>`;
}

/** @param {{ one: Placed, moment?: number, ofLecturer?: boolean }} props */
function LessonRow({ one, moment, ofLecturer }) {
  const text = useTexts("timetable");
  const { lesson } = one;
  const isOn = moment !== undefined && isCurrent(one, moment);
  const isOver = moment !== undefined && isPast(one, moment);
  const share = isOn ? elapsedShare(one, moment) : 0;
  return html`
    <li class=${`row lesson ${isOver ? "past" : ""} ${isOn ? "current" : ""}`}
      style=${isOn ? { "--elapsed": `${(share * 100).toFixed(1)}%` } : undefined}>
      <span class="at">${lesson.start ?? "—"}${lesson.end && html`<small>${lesson.end}</small>`}</span>
      <${Shape} lesson=${lesson} />
      <div class="what">
        <p><span class="strong">${subjectOf(lesson)}</span>${" "}<span
            class=${`tag lesson-${shapeOf(lesson)}`}>${typeOf(lesson)}</span>${isOn &&
              html`<span class="for-readers">, ${text.isOn}</span>`}${isOver &&
              html`<span class="for-readers">, ${text.isOver}</span>`}</p>
        ${lesson.subjectName && lesson.subject && html`<p class="text-2">${lesson.subjectName}</p>`}
        <${Meta} lesson=${lesson} ofLecturer=${ofLecturer} />
      </div>
    </li>
  `;
}

/**
 * The lessons of a day with the breaks between them.
 * @param {{ lessons: Placed[], moment?: number, ofLecturer?: boolean }} props `moment`: the current time, to mark past
 *   and current lessons.
 */
export function LessonRows({ lessons, moment, ofLecturer }) {
  const text = useTexts("timetable");
  const breaks = breaksBefore(lessons);
  return html`<ul class="rows lessons">${
    lessons.map((one, index) => [
      breaks[index] > 0 &&
      html`<li class="lesson-break" key=${`break ${index}`}><span></span><i></i><span>${
        text.breakOf(duration(breaks[index]))
      }</span></li>`,
      html`<${LessonRow} key=${index} one=${one} moment=${moment} ofLecturer=${ofLecturer} />`,
    ])
  }</ul>`;
}
