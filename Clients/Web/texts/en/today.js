/** Texts of the first screen. */
import { plural } from "../../core/plural.js";

const count = plural("en");

export default {
  title: "Today",
  /** @param {string} time */
  dialNow: (time) => `The day around a circle, noon on top. It is ${time}.`,
  /** @param {string} rise @param {string} set */
  dialSun: (rise, set) => `Sunrise ${rise}, sunset ${set}.`,
  /** @param {string} spans */
  dialLessons: (spans) => `Lessons: ${spans}.`,
  /** @param {string} spans */
  dialBookings: (spans) => `Wakeboarding: ${spans}.`,
  wet: { rain: "Rain", snow: "Snow", sleet: "Sleet", thunderstorm: "Thunderstorm", hail: "Hail" },
  /** @param {string} kind @param {string} from @param {string} to */
  wetFromTo: (kind, from, to) => `${kind} from ${from} to ${to}`,
  /** @param {string} kind @param {string} to */
  wetUntil: (kind, to) => `${kind} until ${to}`,
  /** @param {string} kind @param {string} from */
  wetFrom: (kind, from) => `${kind} from ${from} on`,
  /** @param {string} kind */
  wetOn: (kind) => `${kind} for the rest of the day`,
  dry: "Dry for the rest of the day",
  openWeather: "Weather by hours and days",
  /** @param {number} number */
  week: (number) => `Week ${number}`,
  chooseGroup: "Choose your group",
  chooseGroupNote: "Your next lesson will appear here.",
  needNone: "I don’t need a timetable",
  noMoreToday: "Nothing more today",
  noLessons: "No lessons ahead",
  noTimetable: "The university publishes no timetable for this group",
  /** @param {string} time */
  left: (time) => `${time} left`,
  /** @param {string} time */
  startsIn: (time) => `In ${time}`,
  /** @param {number} number */
  subgroup: (number) => `subgroup ${number}`,
  /** @param {string} reverse */
  wake: (reverse) => `Wakeboarding, ${reverse}`,
  wakeAlone: "Wakeboarding",
  /** @param {number} number */
  setsByPass: (number) => `${count(number, "set", "sets")} by pass`,
  /** @param {number} number @param {string} price */
  setsOnSite: (number, price) => `${count(number, "set", "sets")}, ${price} at the park`,
  /** @param {string} time */
  freeUntil: (time) => `free to cancel until ${time}`,
  news: "News",
  /** @param {number} number */
  allNews: (number) => `All ${number}`,
};
