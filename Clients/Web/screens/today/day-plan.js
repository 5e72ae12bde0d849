/** The data of the day dial and of the list beside it; pure functions. */
import { partsIn } from "../../core/dates.js";
import { around, presentAt, shapeOf } from "../../core/timetable.js";

/**
 * @typedef {import("../../contract/types.d.ts").ScheduleLesson} Lesson
 * @typedef {import("../../core/timetable.js").Plan} Plan
 * @typedef {import("../../core/timetable.js").Placed} Placed
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

const dayMinutes = 1440;
const stepMinutes = 180;
/** The least precipitation shown, in millimetres; less goes unnoticed. */
const leastRain = 0.1;
const mostLessons = 5;

/** `09:05` from minutes of a day. @param {number} minutes */
export const clockOf = (minutes) => {
  const inDay = minutes % dayMinutes;
  return `${String(Math.floor(inDay / 60)).padStart(2, "0")}:${String(inDay % 60).padStart(2, "0")}`;
};

/**
 * The span of an entry on a day, or null if it begins on another day.
 * @param {{ startsAt: number, endsAt: number }} entry @param {string | undefined} zone @param {string} date
 * @returns {Span | null}
 */
export function spanOf({ startsAt, endsAt }, zone, date) {
  const start = partsIn(startsAt, zone);
  if (start.date !== date) return null;
  const length = Math.max(5, (endsAt - startsAt) / 60_000);
  return { from: start.minutes, to: Math.min(dayMinutes, start.minutes + length) };
}

/**
 * The arcs of a day's lessons; subgroups with the same lesson at the same time share one.
 * @param {Entry[]} entries @param {string | undefined} zone @param {string} date
 */
export function arcsOf(entries, zone, date) {
  /** @type {Map<string, Span & { type: string }>} */
  const arcs = new Map();
  for (const entry of entries) {
    const span = spanOf(entry, zone, date);
    const type = entry.lesson ? shapeOf(entry.lesson) : "other";
    if (span) arcs.set(`${span.from} ${span.to} ${type}`, { ...span, type });
  }
  return [...arcs.values()];
}

/**
 * The periods of a day with rain or snow.
 * @param {Step[]} steps @param {string | undefined} zone @param {string} date
 */
export const spellsOf = (steps, zone, date) =>
  steps.filter((step) => step.date === date && (step.precipitation ?? 0) >= leastRain).map((step) => {
    const from = partsIn(step.at, zone).minutes;
    return { from, to: Math.min(dayMinutes, from + stepMinutes), millimetres: step.precipitation ?? 0, step };
  });

/** @param {Step} step @returns {"rain" | "snow" | "sleet" | "thunderstorm" | "hail"} */
function kindOfWet({ condition, temperature }) {
  for (const kind of /** @type {const} */ (["thunderstorm", "hail", "sleet", "snow"])) {
    if (condition.includes(kind)) return kind;
  }
  return /rain|drizzle|shower/.test(condition) || temperature > 0 ? "rain" : "snow";
}

/**
 * The next period of rain or snow in the rest of the day, joined across steps.
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
 * The agenda: the lessons of the next day that has any, and the next bookings, by day.
 * @param {Plan | null} plan @param {Entry[]} bookings @param {number} now Milliseconds since 1970.
 * @returns {{ date: string, entries: Entry[] }[]}
 */
export function agendaOf(plan, bookings, now) {
  const { current, next } = plan ? around(plan, presentAt(now)) : { current: [], next: [] };
  const lessons = entriesOf([...current, ...next], now).sort(byStart);
  const coming = bookings.filter((entry) => entry.endsAt > now).sort(byStart);
  const shown = [
    ...lessons.filter((entry) => entry.date === lessons[0].date).slice(0, mostLessons),
    ...coming.filter((entry) => entry.date === coming[0].date),
  ].sort(byStart);
  /** @type {Map<string, Entry[]>} */
  const days = new Map();
  for (const entry of shown) days.set(entry.date, [...(days.get(entry.date) ?? []), entry]);
  return [...days].map(([date, entries]) => ({ date, entries }));
}

/** @param {Entry} left @param {Entry} right */
const byStart = (left, right) => left.startsAt - right.startsAt;

/**
 * Lessons as entries; those without a published time are left out.
 * @param {Placed[]} lessons @param {number} now
 * @returns {Entry[]}
 */
export function entriesOf(lessons, now) {
  const { moment } = presentAt(now);
  return lessons.flatMap(({ date, lesson, startsAt, endsAt }) => {
    if (startsAt === undefined) return [];
    /** @param {number} minutes Of Minsk's calendar. */
    const instant = (minutes) => Math.round((now + (minutes - moment) * 60_000) / 1000) * 1000;
    const id = `${date} ${lesson.start} ${lesson.subject ?? ""} ${lesson.subgroup ?? ""}`;
    return [{ id, date, startsAt: instant(startsAt), endsAt: instant(endsAt ?? startsAt), lesson }];
  });
}

/** @param {Booking} booking @returns {Entry} */
export const entryOfBooking = (booking) => ({
  id: booking.id,
  date: partsIn(booking.startsAt, booking.timeZone).date,
  startsAt: Date.parse(booking.startsAt),
  endsAt: Date.parse(booking.endsAt),
  booking,
});
