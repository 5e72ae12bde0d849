/** The current and the next lesson, with the time left as a ring. */
import { html } from "../../core/view.js";
import { around, partOfTerm, presentAt } from "../../core/timetable.js";
import { dayAndMonth, nearDate, shortWeekday } from "../../core/dates.js";
import { texts, useTexts } from "../../core/languages.js";
import { Ring } from "../../parts/ring.js";
import { Meta, Shape, titleOf } from "./lesson-rows.js";
import { dayName } from "./day-name.js";

/** @typedef {import("../../core/timetable.js").Placed} Placed */

/** The longest wait, in minutes, drawn as a part of an hour. */
const hour = 60;

/**
 * @param {{ plan: import("../../core/timetable.js").Plan, now: number, ofLecturer: boolean }} props
 */
export function NowCard({ plan, now, ofLecturer }) {
  const text = useTexts("timetable");
  const present = presentAt(now);
  const { current, next } = around(plan, present);
  if (current.length === 0 && next.length === 0) return html`<${NothingMore} plan=${plan} date=${present.date} />`;
  const isOn = current.length > 0;
  const shown = isOn ? current : next.filter((one) => one.startsAt === next[0].startsAt);
  const then = isOn ? next[0] : next.find((one) => one.startsAt !== next[0].startsAt);
  return html`
    <section class="panel now-card" aria-label=${isOn ? text.now : text.next}>
      <${isOn ? LeftRing : WaitRing} one=${shown[0]} present=${present} />
      <div>
        <p class=${`text-2 strong ${isOn ? "now" : "muted"}`}>${isOn
          ? text.onUntil(shown[0].lesson.end ?? "")
          : whenOf(shown[0], present.date)}</p>
        ${shown.map((one, index) =>
          html`
            <div key=${index} class="now-lesson">
              <p class="text-4">${titleOf(one.lesson)}</p>
              <${Meta} lesson=${one.lesson} ofLecturer=${ofLecturer} isShort />
            </div>
          `
        )}
      </div>
      ${then && html`<${Then} one=${then} present=${present} />`}
    </section>
  `;
}

/** @param {Placed} one @param {string} today */
function whenOf(one, today) {
  const text = texts("timetable");
  return one.date === today ? text.startsAt(one.lesson.start ?? "") : dayName(one.date, today);
}

/** @param {{ one: Placed, present: { moment: number } }} props */
function LeftRing({ one, present }) {
  const core = useTexts("core");
  const text = useTexts("timetable");
  const left = (one.endsAt ?? 0) - present.moment;
  const minutes = Math.ceil(left);
  return html`
    <${Ring} share=${left / ((one.endsAt ?? 0) - (one.startsAt ?? 0))} isLive width=${8} class="lesson-ring">
      <b aria-hidden="true">${minutes}</b><small aria-hidden="true">${text.minutesShort}</small>
      <span class="for-readers">${text.left(core.dates.minutesLong(minutes))}</span><//>
  `;
}

/** @param {{ one: Placed, present: { moment: number } }} props */
function WaitRing({ one, present }) {
  const core = useTexts("core");
  const text = useTexts("timetable");
  const wait = Math.ceil((one.startsAt ?? 0) - present.moment);
  if (wait > hour) {
    return html`<span class="ringed lesson-ring still"><span><b class="text-4">${one.lesson.start}</b>
      <small aria-hidden="true">${shortWeekday(one.date)}</small></span></span>`;
  }
  return html`
    <${Ring} share=${wait / hour} width=${8} class="lesson-ring">
      <b aria-hidden="true">${wait}</b><small aria-hidden="true">${text.minutesShort}</small>
      <span class="for-readers">${text.startsIn(core.dates.minutesLong(wait))}</span><//>
  `;
}

/** @param {{ one: Placed, present: { date: string } }} props */
function Then({ one, present }) {
  const text = useTexts("timetable");
  const day = one.date === present.date ? "" : `${nearDate(one.date, present.date).toLowerCase()}, `;
  const [room] = one.lesson.rooms;
  return html`<p class="then"><${Shape} lesson=${one.lesson} />
    <span><span class="muted">${text.then}</span> <b class="strong">${day}${one.lesson.start}</b> ${
    titleOf(one.lesson)
  }${room && html`, <span class="no-break">${room}</span>`}</span></p>`;
}

/** @param {{ plan: import("../../core/timetable.js").Plan, date: string }} props */
function NothingMore({ plan, date }) {
  const text = useTexts("timetable");
  const { period } = plan;
  const part = partOfTerm(period, date);
  return html`
    <section class="panel" aria-label=${text.next}>
      <p class="text-4">${text.nothingMore}</p>
      <p class="text-2 muted">${part === "exams" && period?.examsEnd
        ? text.examsUntil(dayAndMonth(period.examsEnd, date))
        : part === "after" && period?.end
        ? text.endedOn(dayAndMonth(period.end, date))
        : part === "before" && period?.start
        ? text.beginsOn(dayAndMonth(period.start, date))
        : text.notPublished}</p>
    </section>
  `;
}
