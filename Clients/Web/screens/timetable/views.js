/** The views of a timetable: one day of a week, the feed of coming days, exams. */
import { html, useState } from "../../core/view.js";
import { comingDays, examDays, lessonsOn, partOfTerm, weekOf } from "../../core/timetable.js";
import { addDays, dayAndMonth, daysBetween } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { changeQuery } from "../../core/router.js";
import { Icon } from "../../parts/icon.js";
import { Empty, Failed } from "../../parts/states.js";
import { dayName } from "./day-name.js";
import { DayTabs, useSwipe } from "./day-tabs.js";
import { LessonRows } from "./lesson-rows.js";

/**
 * @typedef {import("../../core/timetable.js").Plan} Plan
 * @typedef {{ plan: Plan, present: { date: string, moment: number }, ofLecturer: boolean }} ViewProps
 */

/** @param {string} date @param {string} today */
const chooseDay = (date, today) => changeQuery({ day: date === today ? null : date });

/** @param {ViewProps & { day: string }} props */
export function DayView({ plan, present, ofLecturer, day }) {
  const lessons = lessonsOn(plan, day);
  const [coming] = comingDays(plan, addDays(day, 1), 1);
  const swipe = useSwipe((step) => chooseDay(addDays(day, step), present.date));
  return html`
    <${DayTabs} plan=${plan} chosen=${day} today=${present.date} panel="lessons"
      onChoose=${(/** @type {string} */ date) => chooseDay(date, present.date)} />
    <div id="lessons" role="tabpanel" tabindex="-1" aria-label=${dayName(day, present.date)} ...${swipe}>
      ${lessons.length > 0
        ? html`<${LessonRows} lessons=${lessons} moment=${present.moment} ofLecturer=${ofLecturer} />`
        : html`<${NoLessons} plan=${plan} day=${day} present=${present} hasMore=${coming !== undefined} />`}
      ${coming && html`<${ComingDay} coming=${coming} after=${day} present=${present} ofLecturer=${ofLecturer} />`}
    </div>
  `;
}

/**
 * The next day with lessons, below the chosen one.
 * @param {{ coming: { date: string, lessons: import("../../core/timetable.js").Placed[] }, after: string,
 *   present: { date: string, moment: number }, ofLecturer: boolean }} props
 */
function ComingDay({ coming, after, present, ofLecturer }) {
  const text = useTexts("timetable");
  const isFar = daysBetween(after, coming.date) > 1;
  /** @param {MouseEvent} event */
  const open = (event) => {
    event.preventDefault();
    chooseDay(coming.date, present.date);
  };
  return html`
    <h2 class="text-4 coming"><a href=${`?day=${coming.date}`} onClick=${open}>${dayName(
      coming.date,
      present.date,
    )}</a>${" "}
      ${isFar && html`<small>${text.inDays(daysBetween(after, coming.date))}</small>`}</h2>
    <${LessonRows} lessons=${coming.lessons} moment=${present.moment} ofLecturer=${ofLecturer} />
  `;
}

/** @param {{ plan: Plan, day: string, present: { date: string }, hasMore: boolean }} props */
function NoLessons({ plan, day, present, hasMore }) {
  const text = useTexts("timetable");
  const { period } = plan;
  const part = partOfTerm(period, day);
  const reason = part === "exams" && period?.examsEnd
    ? text.examsUntil(dayAndMonth(period.examsEnd, present.date))
    : part === "after" && period?.end
    ? text.endedOn(dayAndMonth(period.end, present.date))
    : part === "before" && period?.start
    ? text.beginsOn(dayAndMonth(period.start, present.date))
    : "";
  return html`<div class="no-lessons"><p class="strong">${day === present.date ? text.noneToday : text.noneThen}</p>
    ${reason && html`<p class="text-2 muted">${reason}</p>`}
    ${
    hasMore
      ? html`<p class="text-2 muted">${text.nextBelow}</p>`
      : !reason && html`<p class="text-2 muted">${text.notPublished}</p>`
  }</div>`;
}

const feedLength = 14;

/** @param {ViewProps} props */
export function FeedView({ plan, present, ofLecturer }) {
  const text = useTexts("timetable");
  const core = useTexts("core");
  const [count, setCount] = useState(feedLength);
  const days = comingDays(plan, present.date, count + 1);
  if (days.length === 0) {
    return html`<${NoLessons} plan=${plan} day=${present.date} present=${present} hasMore=${false} />`;
  }
  return html`${
    days.slice(0, count).map(({ date, lessons }) =>
      html`
        <section key=${date} class="feed-day">
          <h2 class="text-4">${dayName(date, present.date)}${" "}<small>${text.weekNumber(weekOf(date))}</small></h2>
          <${LessonRows} lessons=${lessons} moment=${present.moment} ofLecturer=${ofLecturer} />
        </section>
      `
    )
  }${
    days.length > count && html`<div class="actions"><button type="button" class="button quiet small"
      onClick=${() => setCount(count + feedLength)}>${core.more}</button></div>`
  }`;
}

/** @param {ViewProps & { exams: import("../../core/answer.js").Answer<any> }} props */
export function ExamsView({ plan, present, ofLecturer, exams }) {
  const text = useTexts("timetable");
  const days = examDays(plan);
  const { examsStart, examsEnd } = plan.period ?? {};
  return html`
    <div class="section-head">
      <h2>${text.exams}</h2>
    </div>
    ${examsStart && examsEnd &&
      html`<p class="muted">${
        text.session(dayAndMonth(examsStart, present.date), dayAndMonth(examsEnd, present.date))
      }</p>`}
    ${days.length === 0 &&
      (exams.problem && !exams.value ? html`<${Failed} problem=${exams.problem} onAgain=${exams.refresh} />` : html`
        <${Empty} title=${text.noExams}>
          <p class="muted">${text.noExamsNote}</p>
          <//>
      `)}
    ${days.map(({ date, lessons }) =>
      html`
        <section key=${date ?? ""} class="feed-day">
          <h2 class="text-4">${date ? dayName(date, present.date) : text.undated} ${date && date > present.date &&
            html`<small>${text.inDays(daysBetween(present.date, date))}</small>`}</h2>
          <${LessonRows} lessons=${lessons} moment=${present.moment} ofLecturer=${ofLecturer} />
        </section>
      `
    )}
    <p class="actions"><button type="button" class="button quiet small" onClick=${() => changeQuery({ view: null })}>
      <${Icon} name="back" size="small" />${text.toDays}</button></p>
  `;
}
