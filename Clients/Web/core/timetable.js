/**
 * Timetables: the lessons of a day, the current ones, and the next ones.
 *
 * Everything is computed from the whole timetable, which the browser keeps, by the rules of the server's
 * `docs/schedule.md`. Dates and times are those of Minsk, whatever zone the device is in.
 */
import { addDays, daysBetween, partsIn, weekdayOf } from "./dates.js";

/**
 * @typedef {import("../contract/types.d.ts").ScheduleLesson} Lesson
 * @typedef {import("../contract/types.d.ts").ScheduleTimetable} Timetable
 * @typedef {import("../contract/types.d.ts").ScheduleExamsResult} Exams
 * @typedef {import("../contract/types.d.ts").SchedulePeriod} Period
 * @typedef {import("./dates.js").LocalDate} LocalDate
 */
/**
 * The entries of a timetable that take place, for one subgroup or for all.
 * @typedef {object} Plan
 * @property {Lesson[]} lessons Lessons and exams.
 * @property {Lesson[]} announcements
 * @property {Period} [period]
 */
/**
 * A lesson on one day. Moments are minutes of Minsk's calendar since 1970.
 * @typedef {object} Placed
 * @property {LocalDate} date
 * @property {Lesson} lesson
 * @property {number} [startsAt] Absent if no time is published.
 * @property {number} [endsAt] On the next day for a lesson past midnight.
 */

export const zone = "Europe/Minsk";
const dayLength = 1440;
/** The number of days searched for the next lesson: as many as the server searches. */
const lookAhead = 120;

/** @param {LocalDate} date @param {number} minutes */
const momentAt = (date, minutes) => daysBetween("1970-01-01", date) * dayLength + minutes;

/** A time of day such as `08:30` in minutes. @param {string | undefined} time */
const minutesOf = (time) => (time === undefined ? undefined : Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)));

/**
 * The date in Minsk, and the current minute with a fraction for seconds.
 * @param {number} now Milliseconds since 1970.
 */
export function presentAt(now) {
  const { date, minutes, seconds } = partsIn(now, zone);
  return { date, moment: momentAt(date, minutes) + seconds / 60 };
}

/** @param {LocalDate} date */
export const mondayOf = (date) => addDays(date, -weekdayOf(date));

/**
 * The week of the cycle, 1 to 4. Week 1 contains 1 September; the count goes on over New Year and the holidays.
 * @param {LocalDate} date
 */
export function weekOf(date) {
  const year = Number(date.slice(0, 4));
  let first = mondayOf(`${year}-09-01`);
  if (first > date) first = mondayOf(`${year - 1}-09-01`);
  return (daysBetween(first, mondayOf(date)) / 7) % 4 + 1;
}

/**
 * The Monday of the next week with a number, from the week of a date on.
 * @param {number} week @param {LocalDate} from
 */
export const mondayOfWeek = (week, from) => addDays(mondayOf(from), ((week - weekOf(from) + 4) % 4) * 7);

/**
 * True for an entry whose time the server can determine: others are inactive without being outside their range.
 * @param {Lesson} lesson @param {LocalDate} seenOn The day on which the server answered.
 */
function isPlaced(lesson, seenOn) {
  if (lesson.date || !lesson.isInactive) return true;
  return (lesson.from !== undefined && seenOn < lesson.from) || (lesson.to !== undefined && lesson.to < seenOn);
}

/** @param {Lesson} lesson @param {number | undefined} subgroup */
const concerns = (lesson, subgroup) =>
  subgroup === undefined || lesson.subgroup === undefined || lesson.subgroup === subgroup;

/**
 * Makes the plan of a timetable.
 * @param {Timetable} timetable
 * @param {Exams | undefined} exams
 * @param {{ subgroup?: number, seenOn: LocalDate }} options `seenOn`: the day on which the server answered.
 * @returns {Plan}
 */
export function planOf(timetable, exams, { subgroup, seenOn }) {
  /** @param {Lesson} lesson */
  const isWanted = (lesson) => concerns(lesson, subgroup) && isPlaced(lesson, seenOn);
  return {
    lessons: [...timetable.lessons, ...timetable.nextTermLessons, ...(exams?.lessons ?? [])].filter(isWanted),
    announcements: timetable.announcements.filter((entry) => concerns(entry, subgroup)),
    period: timetable.period,
  };
}

/** The subgroups named by lessons, in order. @param {Timetable} timetable */
export const subgroupsOf = (timetable) =>
  [...new Set([...timetable.lessons, ...timetable.nextTermLessons].map((lesson) => lesson.subgroup))]
    .filter((subgroup) => subgroup !== undefined).sort((one, other) => one - other);

/** @param {Lesson} lesson @param {LocalDate} date @param {number} week */
function takesPlace(lesson, date, week) {
  if (lesson.date) return lesson.date === date;
  if (lesson.kind === "exam" || lesson.weekday !== weekdayOf(date) + 1 || !lesson.weeks.includes(week)) return false;
  return (!lesson.from || lesson.from <= date) && (!lesson.to || date <= lesson.to);
}

/** @param {Lesson} lesson @param {LocalDate} date @returns {Placed} */
function place(lesson, date) {
  const start = minutesOf(lesson.start);
  const end = minutesOf(lesson.end);
  if (start === undefined) return { date, lesson };
  const startsAt = momentAt(date, start);
  if (end === undefined) return { date, lesson, startsAt };
  return { date, lesson, startsAt, endsAt: momentAt(date, end < start ? end + dayLength : end) };
}

/**
 * The lessons and exams of a day by time; those without a time come last.
 * @param {Plan} plan @param {LocalDate} date
 * @returns {Placed[]}
 */
export function lessonsOn(plan, date) {
  const week = weekOf(date);
  /** @param {number | undefined} moment */
  const order = (moment) => moment ?? Infinity;
  return plan.lessons.filter((lesson) => takesPlace(lesson, date, week)).map((lesson) => place(lesson, date))
    .sort((one, other) =>
      order(one.startsAt) === order(other.startsAt)
        ? (order(one.endsAt) < order(other.endsAt) ? -1 : order(one.endsAt) > order(other.endsAt) ? 1 : 0)
        : order(one.startsAt) - order(other.startsAt)
    );
}

/**
 * The lessons in progress at a moment, and the next ones.
 * @param {Plan} plan
 * @param {{ date: LocalDate, moment: number }} present
 * @returns {{ current: Placed[], next: Placed[] }} `next`: the lessons of the first day that has any after the moment.
 */
export function around(plan, present) {
  /** @type {Placed[]} */
  const current = [];
  // Begins a day early, since a lesson may last past midnight.
  for (let offset = -1; offset < lookAhead; offset += 1) {
    const lessons = lessonsOn(plan, addDays(present.date, offset));
    for (const one of lessons) {
      if (one.startsAt === undefined || one.startsAt > present.moment) continue;
      if ((one.endsAt ?? one.startsAt) > present.moment) current.push(one);
    }
    const next = lessons.filter((one) => one.startsAt !== undefined && one.startsAt > present.moment);
    if (next.length > 0) return { current, next };
  }
  return { current, next: [] };
}

/**
 * The days with lessons from a day on; days without lessons are skipped.
 * @param {Plan} plan @param {LocalDate} from
 * @param {number} count The maximum number of days.
 * @returns {{ date: LocalDate, lessons: Placed[] }[]}
 */
export function comingDays(plan, from, count) {
  const days = [];
  for (let offset = 0; offset < lookAhead && days.length < count; offset += 1) {
    const date = addDays(from, offset);
    const lessons = lessonsOn(plan, date);
    if (lessons.length > 0) days.push({ date, lessons });
  }
  return days;
}

/** @param {Placed} one @param {number} moment */
export const isPast = (one, moment) => (one.endsAt ?? one.startsAt ?? Infinity) <= moment;

/** @param {Placed} one @param {number} moment */
export const isCurrent = (one, moment) =>
  one.startsAt !== undefined && one.endsAt !== undefined && one.startsAt <= moment && moment < one.endsAt;

/** The share of a lesson that is over, 0 to 1. @param {Placed} one @param {number} moment */
export function elapsedShare(one, moment) {
  if (one.startsAt === undefined || one.endsAt === undefined) return 0;
  return Math.max(0, Math.min(1, (moment - one.startsAt) / (one.endsAt - one.startsAt)));
}

/** The shortest break shown, in minutes; shorter ones are the usual change of rooms. */
const shortestBreak = 16;

/**
 * The minutes of the break before each lesson of a day; 0 if there is none to show.
 * @param {Placed[]} lessons In order.
 * @returns {number[]}
 */
export function breaksBefore(lessons) {
  let end = Infinity;
  return lessons.map((one) => {
    const length = (one.startsAt ?? -Infinity) - end;
    if (one.endsAt !== undefined) end = end === Infinity ? one.endsAt : Math.max(end, one.endsAt);
    return length >= shortestBreak ? length : 0;
  });
}

/**
 * Exams, credit tests and consultations by day; those without a date come last.
 * @param {Plan} plan
 * @returns {{ date: LocalDate | undefined, lessons: Placed[] }[]}
 */
export function examDays(plan) {
  const exams = plan.lessons.filter((lesson) => lesson.kind === "exam");
  // Sorting puts undefined values last.
  const dates = [...new Set(exams.map((exam) => exam.date))].sort();
  return dates.map((date) => ({
    date,
    lessons: date === undefined
      ? exams.filter((exam) => !exam.date).map((lesson) => ({ date: "", lesson }))
      : lessonsOn(plan, date).filter(({ lesson }) => lesson.kind === "exam"),
  }));
}

/**
 * The part of the year of a day without lessons, as far as the period determines it.
 * @param {Period | undefined} period @param {LocalDate} date
 * @returns {"before" | "exams" | "after" | "lessons"}
 */
export function partOfTerm(period, date) {
  if (!period) return "lessons";
  if (period.examsStart && period.examsEnd && period.examsStart <= date && date <= period.examsEnd) return "exams";
  if (period.start && date < period.start) return "before";
  if (period.end && period.end < date) return "after";
  return "lessons";
}

const shapes = new Set([
  "lecture",
  "practical",
  "laboratory",
  "consultation",
  "credit",
  "graded-credit",
  "exam",
  "candidate-exam",
]);

/** The class and shape of a lesson's type; a newer server may have further types. @param {Lesson} lesson */
export const shapeOf = ({ type }) => (type && shapes.has(type) ? type : "other");

/** The type's name inside a sentence; the university's own names stay unchanged. @param {Lesson} lesson */
export function typeOf({ type, typeName = "" }) {
  return type === "other" ? typeName : typeName.slice(0, 1).toLowerCase() + typeName.slice(1);
}
