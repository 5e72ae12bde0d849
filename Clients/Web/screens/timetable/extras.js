/** The parts beside the lessons: announcements, exams, and the age of kept data. */
import { html } from "../../core/view.js";
import { addDays, dayAndMonth, momentOf, partsIn } from "../../core/dates.js";
import { zone } from "../../core/timetable.js";
import { useTexts } from "../../core/languages.js";
import { changeQuery } from "../../core/router.js";
import { afterTap } from "../../core/tap.js";
import { Icon } from "../../parts/icon.js";

/** The age in days above which announcements are collapsed. */
const recentDays = 14;

/**
 * @param {{ plan: import("../../core/timetable.js").Plan, today: string,
 *   answer: import("../../core/answer.js").Answer<import("../../core/timetable.js").Timetable>,
 *   hasExams: boolean, isOnExams: boolean }} props
 */
export function Extras({ plan, today, answer, hasExams, isOnExams }) {
  const text = useTexts("timetable");
  const { value, fetchedAt } = answer;
  const changedOn = value?.changedAt && partsIn(value.changedAt, zone).date;
  return html`<div class="extras">
    <${Announcements} entries=${plan.announcements} today=${today} />
    ${!isOnExams && html`<${ExamsLink} plan=${plan} today=${today} hasExams=${hasExams} />`}
    <div class="kept">
      ${
    fetchedAt && html`<p class="aged"><${Icon} name="check" size="tiny" />${text.keptAt(momentOf(fetchedAt, zone))}</p>`
  }
      ${changedOn && html`<p class="aged">${text.changedOn(dayAndMonth(changedOn, today))}</p>`}
      <p class="aged">${value?.attribution}</p>
      <button type="button" class="button bare small" aria-haspopup="dialog" onClick=${() =>
    changeQuery({ calendar: "1" }, { pushes: true })}>${text.toCalendar}</button>
    </div>
  </div>`;
}

/** @param {{ entries: import("../../core/timetable.js").Lesson[], today: string }} props */
function Announcements({ entries, today }) {
  const text = useTexts("timetable");
  const limit = addDays(today, -recentDays);
  const sorted = [...entries].sort((one, other) => ((one.date ?? "9") > (other.date ?? "9") ? -1 : 1));
  const recent = sorted.filter(({ date }) => !date || date >= limit);
  const older = sorted.filter(({ date }) => date && date < limit);
  return html`
    ${recent.map((entry, index) => html`<${Announcement} key=${index} entry=${entry} today=${today} />`)}
    ${older.length > 0 &&
      html`<details class="older"><summary>${text.olderAnnouncements(older.length)}<${Icon}
      name="down" size="small" /></summary>${
        older.map((entry, index) => html`<${Announcement} key=${index} entry=${entry} today=${today} />`)
      }</details>`}
  `;
}

/** @param {{ entry: import("../../core/timetable.js").Lesson, today: string }} props */
const Announcement = ({ entry, today }) =>
  html`
    <p
      class="note"><span class="accent"><${Icon} name="bell" size="small" /></span><span>${entry.note} ${entry.date &&
        html`<span class="muted no-break">${dayAndMonth(entry.date, today)}</span>`} ${entry.lecturers.length > 0 &&
        html`<span class="muted">${entry.lecturers.map(({ name }) => name).join(", ")}</span>`}</span></p>
  `;

/** @param {{ plan: import("../../core/timetable.js").Plan, today: string, hasExams: boolean }} props */
function ExamsLink({ plan, today, hasExams }) {
  const text = useTexts("timetable");
  const { examsStart, examsEnd } = plan.period ?? {};
  if (!hasExams && !examsStart) return null;
  const coming = plan.lessons.filter(({ kind, date }) => kind === "exam" && date && date >= today);
  const first = coming.map(({ date }) => date ?? "").sort()[0];
  /** @param {MouseEvent} event */
  const open = (event) => {
    event.preventDefault();
    changeQuery({ view: "exams" }, { pushes: true });
    afterTap(() => scrollTo(0, 0));
  };
  return html`<a class="note" href="?view=exams" onClick=${open}>
    <span class="lesson-exam"><${Icon} name="shape-exam" class="shape" /></span>
    <span>${
    examsStart && examsEnd ? text.session(dayAndMonth(examsStart, today), dayAndMonth(examsEnd, today)) : text.exams
  }<br /><span class="muted">${
    first ? text.firstExam(dayAndMonth(first, today)) : hasExams ? text.examsPast : text.noExams
  }</span></span><${Icon} name="next" size="small" class="go" /></a>`;
}
