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
  calendar: {
    title: "In your calendar",
    sentence:
      "A calendar app can subscribe to this timetable. It then shows the lessons and exams, and follows every change.",
    guest: "Sign in to create an address for your calendar app.",
    /** @param {string} name */
    make: (name) => `Create an address for ${name}`,
    /** @param {string} name @param {number} subgroup */
    withSubgroup: (name, subgroup) => `${name}, subgroup ${subgroup}`,
    address: "Address",
    copy: "Copy",
    copied: "Copied",
    once:
      "It is shown only once: add it to your calendar app as a subscription. Anyone who knows it can read the timetable.",
    made: "Your addresses",
    /** @param {string} date */
    madeOn: (date) => `created on ${date}`,
    revoke: "Revoke",
    revokeTitle: "Revoke the address?",
    /** @param {string} name */
    revokeSentence: (name) => `Calendar apps can then no longer read ${name} at this address.`,
    revoked: "The address is revoked",
  },
};
