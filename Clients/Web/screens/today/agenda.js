/** The next lessons and the next booking, by day. */
import { duration, longDate, nearDate, shortWeekday, timeOf, today } from "../../core/dates.js";
import { money } from "../../core/money.js";
import { useTexts } from "../../core/languages.js";
import { changeSettings, useSettings } from "../../core/settings.js";
import { shapeOf, typeOf, weekOf, zone } from "../../core/timetable.js";
import { html } from "../../core/view.js";
import { SectionHead } from "../../parts/head.js";
import { Icon, IconButton } from "../../parts/icon.js";
import { ProblemNote, Skeleton } from "../../parts/states.js";
import { agendaOf } from "./day-plan.js";

/**
 * @typedef {import("./day-plan.js").Entry} Entry
 * @typedef {import("./plans.js").Plans} Plans
 */

/** @param {{ now: number, plans: Plans }} props */
export function Agenda({ now, plans }) {
  const text = useTexts("today");
  const date = today(zone, now);
  const { plan, timetable, owner } = plans;
  const days = agendaOf(plan, plans.bookings, now);
  const isEmpty = days[0]?.date !== date;
  const isAsked = !useSettings().needsNoTimetable;
  if (!owner && !isAsked && days.length === 0) return null;
  return html`<section aria-label=${longDate(date, date)}>
    <${SectionHead} title=${longDate(date, date)} href=${plan ? "/timetable" : undefined}
      more=${plan ? text.week(weekOf(date)) : undefined} />
    ${isEmpty && timetable.value && html`<p class="muted nothing">${emptySentence(text, timetable.value, days)}</p>`}
    ${/* First, so that a booking that arrives later does not move it. */ !owner && isAsked && html`<${ChooseGroup} />`}
    ${
    days.map((day) =>
      html`<div key=${day.date}>
        ${day.date !== date && html`<h3 class="day-name strong">${nameOf(day.date, date)}</h3>`}
        <div class="rows">${
        day.entries.map((entry) =>
          entry.lesson
            ? html`<${LessonRow} key=${entry.id} entry=${entry} lesson=${entry.lesson} now=${now} />`
            : html`<${BookingRow} key=${entry.id} booking=${entry.booking} reverses=${plans.reverses} />`
        )
      }</div></div>`
    )
  }
    ${
    owner && !timetable.value &&
    (timetable.isLoading ? html`<${Skeleton} rows=${2} />` : html`<${NoTimetable} answer=${timetable} />`)
  }
  </section>`;
}

/**
 * @param {any} text @param {import("../../contract/types.d.ts").ScheduleTimetable} timetable @param {unknown[]} days
 */
const emptySentence = (text, timetable, days) =>
  !timetable.hasTimetable ? text.noTimetable : days.length > 0 ? text.noMoreToday : text.noLessons;

/** For example `Tomorrow` or `Fri, 27 November`. @param {string} date @param {string} present */
function nameOf(date, present) {
  const name = nearDate(date, present);
  return /\d/.test(name) ? `${shortWeekday(date)}, ${name}` : name;
}

/** @param {{ answer: import("../../core/answer.js").Answer<unknown> }} props */
function NoTimetable({ answer }) {
  const core = useTexts("core");
  return html`<div class="nothing"><${ProblemNote} problem=${answer.problem} />
    <button type="button" class="button bare small" onClick=${answer.refresh}>${core.failed.again}</button></div>`;
}

/** The way to the first timetable, with a button for people who need none. */
function ChooseGroup() {
  const text = useTexts("today");
  return html`
    <div class="rows">
      <div class="item"><a class="item" href="/timetable">
          <${Icon} name="timetable" class="accent" />
          <span class="grow"><span class="strong accent">${text.chooseGroup}</span>
            <span class="text-2 muted note-line">${text.chooseGroupNote}</span></span></a>
        <${IconButton} class="edge-end muted" icon="close" label=${text.needNone}
          onClick=${() => changeSettings({ needsNoTimetable: true })} /></div>
    </div>
  `;
}

/** @param {{ entry: Entry, lesson: import("./day-plan.js").Lesson, now: number }} props */
function LessonRow({ entry, lesson, now }) {
  const text = useTexts("today");
  const type = shapeOf(lesson);
  const isRunning = entry.startsAt <= now;
  const share = Math.min(1, (now - entry.startsAt) / (entry.endsAt - entry.startsAt));
  return html`<div class="row">
    ${isRunning && html`<i class="elapsed" style=${{ width: `${Math.round(share * 100)}%` }}></i>`}
    <span class="at">${lesson.start}<small>${lesson.end}</small></span>
    <span class=${`lesson-${type}`}><${Icon} name=${`shape-${type}`} class="shape" /></span>
    <div class="what"><p class="strong">${lesson.subjectName ?? lesson.subject}</p>
      <p class="meta">
        ${
    isRunning && html`<span class="now strong">${text.left(duration(Math.ceil((entry.endsAt - now) / 60_000)))}</span>`
  }
        ${!isRunning && soon(text, entry, now)}
        <span class=${`lesson-${type} strong`}>${typeOf(lesson)}</span>
        ${lesson.rooms.map((room) => html`<span>${room}</span>`)}
        ${lesson.lecturers.map((lecturer) => html`<span>${lecturer.name}</span>`)}
        ${lesson.subgroup && html`<span>${text.subgroup(lesson.subgroup)}</span>`}
      </p></div></div>`;
}

/** A start within an hour, as the minutes until then. @param {any} text @param {Entry} entry @param {number} now */
function soon(text, entry, now) {
  const minutes = Math.ceil((entry.startsAt - now) / 60_000);
  return minutes <= 60 ? html`<span class="strong">${text.startsIn(duration(minutes))}</span>` : null;
}

/**
 * @param {{ booking: import("./day-plan.js").Booking,
 *   reverses: import("../../contract/types.d.ts").BookingReverse[] }} props
 */
function BookingRow({ booking, reverses }) {
  const text = useTexts("today");
  const reverse = reverses.find((one) => one.id === booking.reverseId);
  const name = reverse?.name;
  const isFree = Date.parse(booking.freeUntil) > Date.now();
  return html`<a class="row" href=${`/park/bookings/${booking.id}`}>
    <span class="at">${timeOf(booking.startsAt, booking.timeZone)}<small>${
    timeOf(booking.endsAt, booking.timeZone)
  }</small></span>
    <span class="accent"><${Icon} name="shape-wake" class="shape" /></span>
    <div class="what"><p class="strong">${
    name ? text.wake(`${name[0].toLowerCase()}${name.slice(1)}`) : text.wakeAlone
  }</p>
      <p class="meta"><span>${
    booking.payWith === "pass" ? text.setsByPass(booking.sets) : text.setsOnSite(booking.sets, money(booking.price))
  }</span>${isFree && html`<span>${text.freeUntil(timeOf(booking.freeUntil, booking.timeZone))}</span>`}</p></div>
    <span class="go"><${Icon} name="next" size="small" /></span></a>`;
}
