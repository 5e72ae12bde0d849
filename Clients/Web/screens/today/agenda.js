/** The next lessons and the next booking, by day. */
import { longDate, money, nearDate, shortWeekday, timeOf, today } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { html } from "../../core/view.js";
import { SectionHead } from "../../parts/head.js";
import { Icon } from "../../parts/icon.js";
import { Skeleton } from "../../parts/states.js";
import { agendaOf, drawnType, universityZone } from "./day-plan.js";

/**
 * @typedef {import("./day-plan.js").Entry} Entry
 * @typedef {import("../../core/answer.js").Answer<import("../../contract/types.d.ts").ScheduleNextResult>} Next
 */

/**
 * @param {{ now: number, next: Next, hasTimetable: boolean, week?: number,
 *   bookings: import("./day-plan.js").Booking[], reverses: import("../../contract/types.d.ts").BookingReverse[] }} props
 *   `hasTimetable`: a group or lecturer is chosen.
 */
export function Agenda({ now, next, hasTimetable, week, bookings, reverses }) {
  const text = useTexts("today");
  const date = today(universityZone, now);
  const lessons = next.value ? [...next.value.currentLessons, ...next.value.lessons] : [];
  const days = agendaOf(lessons, bookings, now);
  const isEmpty = days[0]?.date !== date;
  return html`<section aria-label=${longDate(date, date)}>
    <${SectionHead} title=${longDate(date, date)} href=${week ? "/timetable" : undefined}
      more=${week ? text.week(week) : undefined} />
    ${isEmpty && next.value && html`<p class="muted nothing">${emptySentence(text, next.value, days)}</p>`}
    ${
    days.map((day) =>
      html`<div key=${day.date}>
        ${day.date !== date && html`<h3 class="day-name strong">${nameOf(day.date, date)}</h3>`}
        <div class="rows">${
        day.entries.map((entry) =>
          entry.lesson
            ? html`<${LessonRow} key=${entry.id} entry=${entry} lesson=${entry.lesson} now=${now} />`
            : html`<${BookingRow} key=${entry.id} booking=${entry.booking} reverses=${reverses} />`
        )
      }</div></div>`
    )
  }
    ${!hasTimetable && html`<${ChooseGroup} />`}
    ${hasTimetable && next.isLoading && !next.value && html`<${Skeleton} rows=${2} />`}
  </section>`;
}

/**
 * @param {any} text @param {import("../../contract/types.d.ts").ScheduleNextResult} next @param {unknown[]} days
 */
const emptySentence = (text, next, days) =>
  !next.hasTimetable ? text.noTimetable : days.length > 0 ? text.noMoreToday : text.noLessons;

/** For example `Tomorrow` or `Fri, 27 November`. @param {string} date @param {string} present */
function nameOf(date, present) {
  const name = nearDate(date, present);
  return /\d/.test(name) ? `${shortWeekday(date)}, ${name}` : name;
}

function ChooseGroup() {
  const text = useTexts("today");
  return html`<div class="rows"><a class="item" href="/timetable"><${Icon} name="timetable" class="accent" />
    <span class="grow"><span class="strong accent">${text.chooseGroup}</span>
      <span class="text-2 muted note-line">${text.chooseGroupNote}</span></span>
    <span class="go"><${Icon} name="next" size="small" /></span></a></div>`;
}

/** @param {{ entry: Entry, lesson: import("./day-plan.js").Lesson, now: number }} props */
function LessonRow({ entry, lesson, now }) {
  const text = useTexts("today");
  const type = drawnType(lesson);
  const isRunning = entry.startsAt <= now;
  const share = Math.min(1, (now - entry.startsAt) / (entry.endsAt - entry.startsAt));
  return html`<div class="row">
    ${isRunning && html`<i class="elapsed" style=${{ width: `${Math.round(share * 100)}%` }}></i>`}
    <span class="at">${lesson.start}<small>${lesson.end}</small></span>
    <span class=${`lesson-${type}`}><${Icon} name=${`shape-${type}`} class="shape" /></span>
    <div class="what"><p class="strong">${lesson.subjectName ?? lesson.subject}</p>
      <p class="meta">
        ${isRunning && html`<span class="now strong">${text.left(Math.ceil((entry.endsAt - now) / 60_000))}</span>`}
        ${!isRunning && soon(text, entry, now)}
        <span class=${`lesson-${type} strong`}>${lesson.typeName ?? lesson.typeAbbreviation}</span>
        ${lesson.rooms.map((room) => html`<span>${room}</span>`)}
        ${lesson.lecturers.map((lecturer) => html`<span>${lecturer.name}</span>`)}
        ${lesson.subgroup && html`<span>${text.subgroup(lesson.subgroup)}</span>`}
      </p></div></div>`;
}

/** A start within the hour is told in minutes. @param {any} text @param {Entry} entry @param {number} now */
function soon(text, entry, now) {
  const minutes = Math.ceil((entry.startsAt - now) / 60_000);
  return minutes <= 60 ? html`<span class="strong">${text.startsIn(minutes)}</span>` : null;
}

/**
 * @param {{ booking: import("./day-plan.js").Booking,
 *   reverses: import("../../contract/types.d.ts").BookingReverse[] }} props
 */
function BookingRow({ booking, reverses }) {
  const text = useTexts("today");
  const zone = booking.timeZone;
  const reverse = reverses.find((one) => one.id === booking.reverseId);
  const name = reverse?.name;
  const isFree = Date.parse(booking.freeUntil) > Date.now();
  return html`<a class="row" href=${`/park/bookings/${booking.id}`}>
    <span class="at">${timeOf(booking.startsAt, zone)}<small>${timeOf(booking.endsAt, zone)}</small></span>
    <span class="accent"><${Icon} name="shape-wake" class="shape" /></span>
    <div class="what"><p class="strong">${
    name ? text.wake(`${name[0].toLowerCase()}${name.slice(1)}`) : text.wakeAlone
  }</p>
      <p class="meta"><span>${
    booking.payWith === "pass" ? text.setsByPass(booking.sets) : text.setsOnSite(booking.sets, money(booking.price))
  }</span>${isFree && html`<span>${text.freeUntil(timeOf(booking.freeUntil, zone))}</span>`}</p></div>
    <span class="go"><${Icon} name="next" size="small" /></span></a>`;
}
