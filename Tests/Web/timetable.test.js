import { assertEquals } from "./assert.js";
import {
  around,
  breaksBefore,
  comingDays,
  elapsedShare,
  examDays,
  isCurrent,
  isPast,
  lessonsOn,
  mondayOfWeek,
  partOfTerm,
  planOf,
  presentAt,
  subgroupsOf,
  weekOf,
} from "../../Clients/Web/core/timetable.js";

/** A lesson of every week of the autumn term, with some members replaced. @param {any} members @returns {any} */
const lesson = (members) => ({
  kind: "lesson",
  subject: "Maths",
  type: "lecture",
  weekday: 1,
  start: "08:30",
  end: "09:55",
  weeks: [1, 2, 3, 4],
  from: "2026-09-01",
  to: "2026-12-28",
  rooms: [],
  lecturers: [],
  groups: [],
  isInactive: false,
  ...members,
});

/** @param {any} members */
const exam = (members) =>
  lesson({ kind: "exam", type: "exam", weekday: undefined, weeks: [], from: undefined, to: undefined, ...members });

/** @type {import("../../Clients/Web/contract/types.d.ts").SchedulePeriod} */
const period = {
  term: "current",
  start: "2026-09-01",
  end: "2026-12-28",
  examsStart: "2026-12-29",
  examsEnd: "2027-01-25",
};

/** @param {any[]} lessons @returns {any} */
const timetable = (lessons, members = {}) => ({
  hasTimetable: true,
  isPartTime: false,
  period,
  lessons,
  nextTermLessons: [],
  announcements: [],
  ...members,
});

const seenOn = "2026-11-23";
/** @param {any[]} lessons @param {any} [options] @param {any[]} [exams] */
const plan = (lessons, options = {}, exams = []) =>
  planOf(timetable(lessons, options.timetable), /** @type {any} */ ({ lessons: exams }), { seenOn, ...options });

/** @param {import("../../Clients/Web/core/timetable.js").Placed[]} placed */
const subjects = (placed) => placed.map(({ lesson }) => lesson.subject);
/** @param {string} text */
const present = (text) => presentAt(Date.parse(text));

Deno.test("Weeks are counted from the one that contains 1 September", () => {
  assertEquals(["2026-08-31", "2026-09-01", "2026-09-06", "2026-09-07"].map(weekOf), [1, 1, 1, 2]);
  assertEquals(["2025-08-31", "2025-09-01"].map(weekOf), [1, 1]);
  assertEquals(weekOf("2026-09-29"), 1);
  assertEquals(weekOf("2026-11-25"), 1);
});

Deno.test("The count of weeks goes on over New Year until the next 1 September", () => {
  assertEquals(["2026-12-31", "2027-01-01", "2027-01-04"].map(weekOf), [2, 2, 3]);
  assertEquals(["2027-08-29", "2027-08-30"].map(weekOf), [4, 1]);
});

Deno.test("A Sunday 1 September is week 1 alone", () => {
  assertEquals(["2024-09-01", "2024-09-02", "2024-08-26"].map(weekOf), [1, 2, 1]);
});

Deno.test("The Monday of a week number is that of the next such week", () => {
  assertEquals([1, 2, 3, 4].map((week) => mondayOfWeek(week, "2026-11-25")), [
    "2026-11-23",
    "2026-11-30",
    "2026-12-07",
    "2026-12-14",
  ]);
  assertEquals(mondayOfWeek(1, "2026-12-16"), "2026-12-21");
});

Deno.test("The present is that of Minsk, whatever zone the instant is written in", () => {
  assertEquals(present("2026-11-24T21:30:00Z").date, "2026-11-25");
  assertEquals(present("2026-11-24T20:59:59Z").date, "2026-11-24");
  assertEquals(present("2026-11-25T00:30:00+03:00"), present("2026-11-24T16:30:00-05:00"));
});

Deno.test("A day has the lessons of its weekday and week, by time", () => {
  const monday = plan([
    lesson({ subject: "Late", start: "12:00", end: "13:25" }),
    lesson({ subject: "Early" }),
    lesson({ subject: "Other week", weeks: [2] }),
    lesson({ subject: "Other day", weekday: 2 }),
    lesson({ subject: "Untimed", start: undefined, end: undefined }),
  ]);
  assertEquals(subjects(lessonsOn(monday, "2026-11-23")), ["Early", "Late", "Untimed"]);
  assertEquals(subjects(lessonsOn(monday, "2026-11-30")), ["Early", "Other week", "Late", "Untimed"]);
});

Deno.test("A lesson takes place from its first day to its last", () => {
  const short = plan([lesson({ from: "2026-11-09", to: "2026-11-23" })]);
  assertEquals(["2026-11-02", "2026-11-09", "2026-11-23", "2026-11-30"].map((day) => lessonsOn(short, day).length), [
    0,
    1,
    1,
    0,
  ]);
});

Deno.test("A dated lesson takes place on its date only", () => {
  const once = plan([lesson({ date: "2026-11-28", weeks: [], weekday: 6, from: undefined, to: undefined })]);
  assertEquals(lessonsOn(once, "2026-11-28").length, 1);
  assertEquals(lessonsOn(once, "2026-12-05").length, 0);
});

Deno.test("A lesson whose weeks or bounds the university wrote unreadably takes place on no day", () => {
  const unreadable = lesson({ to: undefined, isInactive: true });
  assertEquals(lessonsOn(plan([unreadable]), "2026-11-23").length, 0);
  const notYet = lesson({ from: "2026-11-30", to: undefined, isInactive: true });
  assertEquals(lessonsOn(plan([notYet]), "2026-11-30").length, 1);
});

Deno.test("A subgroup attends its own lessons and those of the whole group", () => {
  const lessons = [
    lesson({ subject: "All" }),
    lesson({ subject: "First", subgroup: 1 }),
    lesson({ subject: "Second", subgroup: 2 }),
  ];
  assertEquals(subjects(lessonsOn(plan(lessons), "2026-11-23")), ["All", "First", "Second"]);
  assertEquals(subjects(lessonsOn(plan(lessons, { subgroup: 2 }), "2026-11-23")), ["All", "Second"]);
  assertEquals(subgroupsOf(timetable(lessons)), [1, 2]);
});

Deno.test("A lesson is current from its start until just before its end", () => {
  const one = plan([lesson({})]);
  /** @param {string} time */
  const at = (time) => around(one, present(`2026-11-23T${time}+03:00`));
  assertEquals(at("08:29:59").current.length, 0);
  assertEquals(at("08:30:00").current.length, 1);
  assertEquals(at("09:54:59").current.length, 1);
  assertEquals(at("09:55:00").current.length, 0);
});

Deno.test("Next is the rest of today, or else the next day with lessons", () => {
  const week = plan([
    lesson({ subject: "Monday 1" }),
    lesson({ subject: "Monday 2", start: "10:05", end: "11:30" }),
    lesson({ subject: "Saturday", weekday: 6 }),
  ]);
  assertEquals(subjects(around(week, present("2026-11-23T08:40:00+03:00")).next), ["Monday 2"]);
  const after = around(week, present("2026-11-23T12:00:00+03:00")).next;
  assertEquals([after[0].date, subjects(after)], ["2026-11-28", ["Saturday"]]);
});

Deno.test("Over a weekend, next is Monday's lessons, in the next week of the cycle", () => {
  const week = plan([lesson({ subject: "Week 1", weeks: [1] }), lesson({ subject: "Week 2", weeks: [2] })]);
  const { current, next } = around(week, present("2026-11-28T18:00:00+03:00"));
  assertEquals([current.length, next[0].date, subjects(next)], [0, "2026-11-30", ["Week 2"]]);
});

Deno.test("A lesson past midnight is current on the day after its own", () => {
  const night = plan([lesson({ start: "23:00", end: "01:00" })]);
  const { current, next } = around(night, present("2026-11-24T00:30:00+03:00"));
  assertEquals([current.length, current[0].date, next[0].date], [1, "2026-11-23", "2026-11-30"]);
  assertEquals(elapsedShare(current[0], present("2026-11-24T00:30:00+03:00").moment), 0.75);
  assertEquals(around(night, present("2026-11-24T01:00:00+03:00")).current.length, 0);
});

Deno.test("After the term, next is an exam, and after the exams nothing", () => {
  const winter = plan([lesson({})], {}, [exam({ subject: "Exam", date: "2027-01-05" })]);
  assertEquals(subjects(around(winter, present("2026-12-28T10:00:00+03:00")).next), ["Exam"]);
  assertEquals(around(winter, present("2027-01-05T10:00:00+03:00")).next, []);
});

Deno.test("Lessons of the next term follow those of this one", () => {
  const next = lesson({ subject: "Spring", from: "2027-02-08", to: "2027-06-07", isInactive: true });
  const both = plan([lesson({})], { timetable: { nextTermLessons: [next] } });
  assertEquals(around(both, present("2026-12-28T10:00:00+03:00")).next[0].date, "2027-02-08");
});

Deno.test("Coming days leave out days without lessons", () => {
  const week = plan([lesson({}), lesson({ weekday: 3 })]);
  assertEquals(comingDays(week, "2026-11-24", 3).map(({ date }) => date), ["2026-11-25", "2026-11-30", "2026-12-02"]);
  assertEquals(comingDays(week, "2026-12-27", 3).map(({ date }) => date), ["2026-12-28"]);
});

Deno.test("Breaks are told between lessons, not between those at the same time", () => {
  const day = plan([
    lesson({ subgroup: 1 }),
    lesson({ subgroup: 2 }),
    lesson({ start: "10:05", end: "11:30" }),
    lesson({ start: "12:00", end: "13:25" }),
  ]);
  assertEquals(breaksBefore(lessonsOn(day, "2026-11-23")), [0, 0, 0, 30]);
  const nested = plan([
    lesson({ end: "11:30" }),
    lesson({ start: "09:00", end: "09:55" }),
    lesson({ start: "12:00", end: "13:25" }),
  ]);
  assertEquals(breaksBefore(lessonsOn(nested, "2026-11-23")), [0, 0, 30]);
});

Deno.test("A lesson of the day is to come, then current, then past", () => {
  const [one] = lessonsOn(plan([lesson({})]), "2026-11-23");
  const states = ["08:00", "08:30", "09:55"].map((time) => {
    const { moment } = present(`2026-11-23T${time}:00+03:00`);
    return [isCurrent(one, moment), isPast(one, moment), elapsedShare(one, moment)];
  });
  assertEquals(states, [[false, false, 0], [true, false, 0], [false, true, 1]]);
});

Deno.test("A lesson without an end is over once it has begun, and one without a start never", () => {
  const day = lessonsOn(plan([lesson({ end: undefined }), lesson({ start: undefined, end: undefined })]), "2026-11-23");
  const { moment } = present("2026-11-23T08:31:00+03:00");
  assertEquals(day.map((one) => [isCurrent(one, moment), isPast(one, moment)]), [[false, true], [false, false]]);
});

Deno.test("Exams are listed by day, those without a date last", () => {
  const winter = plan([lesson({})], {}, [
    exam({ subject: "Second", date: "2027-01-08" }),
    exam({ subject: "Undated", start: undefined }),
    exam({ subject: "First", date: "2027-01-05" }),
  ]);
  assertEquals(examDays(winter).map(({ date, lessons }) => [date, subjects(lessons)]), [
    ["2027-01-05", ["First"]],
    ["2027-01-08", ["Second"]],
    [undefined, ["Undated"]],
  ]);
});

Deno.test("A day without lessons is told apart by the part of the term it is in", () => {
  const days = ["2026-08-31", "2026-09-01", "2026-12-28", "2026-12-29", "2027-01-25", "2027-01-26"];
  assertEquals(days.map((day) => partOfTerm(period, day)), ["before", "lessons", "lessons", "exams", "exams", "after"]);
  assertEquals(partOfTerm(undefined, "2027-01-26"), "lessons");
});
