/** Texts of the parts of `screens/timetable` that are loaded later. */
import { plural } from "../../core/plural.js";

const count = plural("en");

export default {
  changes: {
    title: "What has changed",
    /** @param {number} number */
    found: (number) => `${count(number, "change", "changes")} since you last looked`,
    show: "Show",
    /** @param {string} time */
    since: (time) => `Compared with the timetable as of ${time}`,
    /** @type {Record<string, string>} */
    kinds: { added: "new", removed: "cancelled", changed: "changed" },
    /** @param {string} weeks */
    weeks: (weeks) => `weeks ${weeks}`,
    /** @param {number} number */
    onlyFirst: (number) => `Only the first ${number} are shown. The timetable is mostly new.`,
  },
  faculties: {
    noFaculty: "No faculty",
    noSpeciality: "No speciality",
    noCourse: "Year not stated",
    /** @param {number} year */
    course: (year) => `Year ${year}`,
  },
  rooms: {
    building: "Building",
    number: "Number",
    type: "Purpose",
    seats: "Seats",
    department: "Department",
    unknown: "The university’s catalogue says nothing about this room.",
    timetable: "Timetable of this room",
    search: "Room number",
    found: "Found",
    /** @param {string} query */
    nothingFound: (query) => `No room matches “${query}”`,
    freeNow: "Free now",
    freeThen: "Free at this time",
    allBuildings: "All",
    day: "Day",
    from: "From",
    to: "Until",
    toNow: "Now",
    /** @param {number} seats */
    seatsOf: (seats) => count(seats, "seat", "seats"),
    /** @param {string} time */
    until: (time) => `until ${time}`,
    restOfDay: "until the end of the day",
    none: "No room is free",
    noneNote: "Choose another time or building.",
    notKnown: "Free rooms are not known",
    notKnownNote:
      "Too few timetables for this day have been read yet, or the university has not published them. Until then, no room is shown as free.",
    warning: "There is no lesson in these rooms, but they may be locked or used for something else.",
    /** @param {number} groupsRead @param {number} groups @param {number} lecturersRead @param {number} lecturers */
    coverage: (groupsRead, groups, lecturersRead, lecturers) =>
      `From the timetables of ${groupsRead} of ${groups} groups and ${lecturersRead} of ${lecturers} lecturers.`,
    /** @param {string} time */
    oldest: (time) => `The oldest is as of ${time}.`,
    incomplete: "Some lessons may be missing.",
  },
};
