/** Texts of `screens/timetable`. */
import { plural } from "../../core/plural.js";

const count = plural("en");

export default {
  title: "Timetable",
  firstSentence:
    "Choose a group or a lecturer once. The whole timetable is kept on this device and works without a network.",
  choose: "Choose a group or a lecturer",
  kinds: "Whose timetable",
  groups: "Groups",
  lecturers: "Lecturers",
  byFaculty: "Find a group by faculty",
  search: { group: "Number or speciality", lecturer: "Lecturer’s name" },
  favourites: "Favourites",
  recent: "Recent",
  all: { group: "All groups", lecturer: "All lecturers" },
  found: "Found",
  /** @param {number} count */
  onlyFirst: (count) => `The first ${count} are shown. Type more to narrow them down.`,
  /** @param {string} query */
  nothingFound: (query) => `Nothing found for “${query}”`,
  /** @param {number} year */
  course: (year) => `year ${year}`,
  /** @param {string} name */
  star: (name) => `Favourite: ${name}`,
  feed: "All upcoming days in one list",
  opensFirst: "The timetable that opens first:",
  makeFirst: "Open this one first",
  /** @param {string} name */
  isFirst: (name) => `${name} now opens first`,
  now: "Now",
  next: "Next",
  then: "Then",
  /** @param {string} time */
  onUntil: (time) => `On until ${time}`,
  /** @param {string} time */
  startsAt: (time) => `Today at ${time}`,
  minutesShort: "min",
  /** @param {string} minutes */
  left: (minutes) => `${minutes} left`,
  /** @param {string} minutes */
  startsIn: (minutes) => `starts in ${minutes}`,
  week: "Week",
  subgroup: "Subgroup",
  allSubgroups: "All",
  /** @param {number} week */
  currentWeek: (week) => `${week}, current`,
  /** @param {number} week */
  weekNumber: (week) => `week ${week}`,
  days: "Day of the week",
  isToday: "today",
  /** @param {number} number */
  lessons: (number) => (number === 0 ? "no lessons" : count(number, "lesson", "lessons")),
  lesson: "Lesson",
  isOn: "on now",
  isOver: "over",
  /** @param {string} duration */
  breakOf: (duration) => `break, ${duration}`,
  /** @param {number} groups */
  stream: (groups) => `with ${count(groups - 1, "other group", "other groups")}`,
  /** @param {number} subgroup */
  subgroupOf: (subgroup) => `subgroup ${subgroup}`,
  /** @param {number} days */
  inDays: (days) => `in ${count(days, "day", "days")}`,
  noneToday: "No lessons today",
  noneThen: "No lessons on this day",
  nextBelow: "The next ones are below.",
  nothingMore: "No more lessons",
  notPublished: "The university has published nothing further yet.",
  /** @param {string} date */
  endedOn: (date) => `The lessons of the term ended on ${date}.`,
  /** @param {string} date */
  beginsOn: (date) => `The lessons of the term begin on ${date}.`,
  /** @param {string} date */
  examsUntil: (date) => `The exams go on until ${date}.`,
  exams: "Exams",
  /** @param {string} start @param {string} end */
  session: (start, end) => `Exams from ${start} to ${end}`,
  noExams: "No exams are set yet",
  noExamsNote: "They appear here once the university publishes them.",
  examsPast: "all exams are over",
  /** @param {string} date */
  firstExam: (date) => `the next one on ${date}`,
  undated: "Date not set",
  toDays: "Back to the days",
  /** @param {number} number */
  olderAnnouncements: (number) => `Earlier announcements: ${number}`,
  /** @param {string} time */
  keptAt: (time) => `The whole timetable is kept as of ${time}`,
  /** @param {string} date */
  changedOn: (date) => `Unchanged since ${date}`,
  toCalendar: "Add to your calendar",
  noTimetable: "No timetable is published",
  noTimetableNote: "The university lists this name but publishes no timetable for it.",
  /** @param {string} name */
  unknown: (name) => `${name} is not in the catalogue`,
  unknownNote: "Check the address, or choose from the list.",
  room: {
    /** @param {string} name */
    label: (name) => `Room ${name}`,
  },
  rooms: "Rooms",
};
