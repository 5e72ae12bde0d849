/** The day as the dial and the list beside it show it; pure functions. */
import { partsIn } from "../../core/dates.js";

/**
 * @typedef {import("../../contract/types.d.ts").ScheduleLesson} Lesson
 * @typedef {import("../../contract/types.d.ts").BookingRecord} Booking
 * @typedef {import("../../contract/types.d.ts").WeatherStep} Step
 * @typedef {import("../../parts/dial-geometry.js").Span} Span
 */
/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} date The day in the zone of the lesson or the park.
 * @property {number} startsAt
 * @property {number} endsAt
 * @property {Lesson} [lesson]
 * @property {Booking} [booking]
 */

/** The university's time zone, in which lessons are published. */
export const universityZone = "Europe/Minsk";

const dayMinutes = 1440;
const stepMinutes = 180;
/** Less than this is no rain that anybody notices. In millimetres. */
const leastRain = 0.1;
const mostLessons = 5;

const drawnTypes = new Set(
  "lecture practical laboratory exam consultation credit graded-credit candidate-exam".split(" "),
);

/** The type whose colour and shape a lesson has. @param {Lesson} lesson */
export const drawnType = (lesson) => (lesson.type && drawnTypes.has(lesson.type) ? lesson.type : "other");

/** `09:05` from minutes of a day. @param {number} minutes */
export const clockOf = (minutes) => {
  const inDay = minutes % dayMinutes;
  return `${String(Math.floor(inDay / 60)).padStart(2, "0")}:${String(inDay % 60).padStart(2, "0")}`;
};

/**
 * The part of a day that something takes, or null if it begins on another day.
 * @param {string | undefined} startsAt @param {string | undefined} endsAt
 * @param {string | undefined} zone @param {string} date
 * @returns {Span | null}
 */
export function spanOf(startsAt, endsAt, zone, date) {
  if (!startsAt || !endsAt) return null;
  const start = partsIn(startsAt, zone);
  if (start.date !== date) return null;
  const length = Math.max(5, (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000);
  return { from: start.minutes, to: Math.min(dayMinutes, start.minutes + length) };
}

/**
 * The spells of a day with rain or snow.
 * @param {Step[]} steps @param {string | undefined} zone @param {string} date
 */
export const spellsOf = (steps, zone, date) =>
  steps.filter((step) => step.date === date && (step.precipitation ?? 0) >= leastRain).map((step) => {
    const from = partsIn(step.at, zone).minutes;
    return { from, to: Math.min(dayMinutes, from + stepMinutes), millimetres: step.precipitation ?? 0, step };
  });

/** @param {Step} step @returns {"rain" | "snow" | "sleet" | "thunderstorm" | "hail"} */
export function kindOfWet({ condition, temperature }) {
  for (const kind of /** @type {const} */ (["thunderstorm", "hail", "sleet", "snow"])) {
    if (condition.includes(kind)) return kind;
  }
  return /rain|drizzle|shower/.test(condition) || temperature > 0 ? "rain" : "snow";
}

/**
 * The next spell of rain or snow that is left of the day, joined over steps.
 * @param {ReturnType<typeof spellsOf>} spells @param {number} now Minutes of the day.
 */
export function nextWet(spells, now) {
  const left = spells.filter((spell) => spell.to > now);
  if (left.length === 0) return null;
  let { from, to } = left[0];
  let strongest = left[0];
  for (const spell of left.slice(1)) {
    if (spell.from > to) break;
    to = spell.to;
    if (spell.millimetres > strongest.millimetres) strongest = spell;
  }
  return { kind: kindOfWet(strongest.step), from, to, isNow: from <= now, lasts: to >= dayMinutes };
}

/**
 * What lies ahead: the lessons of the first day that has some, and the next bookings, by day.
 * @param {Lesson[]} lessons @param {Booking[]} bookings @param {number} now Milliseconds since 1970.
 * @returns {{ date: string, entries: Entry[] }[]}
 */
export function agendaOf(lessons, bookings, now) {
  const ahead = lessons.flatMap(entryOfLesson).filter((entry) => entry.endsAt > now).sort(byStart);
  const next = bookings.map(entryOfBooking).filter((entry) => entry.endsAt > now).sort(byStart);
  const shown = [
    ...ahead.filter((entry) => entry.date === ahead[0].date).slice(0, mostLessons),
    ...next.filter((entry) => entry.date === next[0].date),
  ].sort(byStart);
  /** @type {Map<string, Entry[]>} */
  const days = new Map();
  for (const entry of shown) days.set(entry.date, [...(days.get(entry.date) ?? []), entry]);
  return [...days].map(([date, entries]) => ({ date, entries }));
}

/** @param {Entry} left @param {Entry} right */
const byStart = (left, right) => left.startsAt - right.startsAt;

/** A lesson without a published time has no place in a list by time. @param {Lesson} lesson @returns {Entry[]} */
const entryOfLesson = (lesson) =>
  lesson.startsAt && lesson.endsAt && lesson.date && lesson.kind !== "announcement"
    ? [{
      id: `${lesson.startsAt} ${lesson.subject ?? ""} ${lesson.subgroup ?? ""}`,
      date: lesson.date,
      startsAt: Date.parse(lesson.startsAt),
      endsAt: Date.parse(lesson.endsAt),
      lesson,
    }]
    : [];

/** @param {Booking} booking @returns {Entry} */
const entryOfBooking = (booking) => ({
  id: booking.id,
  date: partsIn(booking.startsAt, booking.timeZone).date,
  startsAt: Date.parse(booking.startsAt),
  endsAt: Date.parse(booking.endsAt),
  booking,
});
