/** The geometry of the day dial: 24 hours around a circle, noon on top. */

export const centre = 160;
export const radius = 137;
export const dayMinutes = 1440;

/** @typedef {{ from: number, to: number }} Span Minutes of the day; `to` is greater than `from`. */

/** The angle of a minute of the day, clockwise from the top, in radians. @param {number} minute */
const angleOf = (minute) => ((minute - dayMinutes / 2) / dayMinutes) * 2 * Math.PI;

/** @param {number} value */
const short = (value) => Math.round(value * 10) / 10;

/** @param {number} minute @param {number} [distance] From the centre. */
export function pointAt(minute, distance = radius) {
  const angle = angleOf(minute);
  return { x: short(centre + distance * Math.sin(angle)), y: short(centre - distance * Math.cos(angle)) };
}

/**
 * The path of an arc along the ring.
 * @param {Span} span @param {number} [gap] The minutes left free at each end.
 */
export function arcPath({ from, to }, gap = 0) {
  // A short span keeps at least half of its length.
  const free = Math.min(gap, (to - from) / 4);
  const start = pointAt(from + free);
  const end = pointAt(to - free);
  const isLarge = to - from - 2 * free > dayMinutes / 2 ? 1 : 0;
  return `M${start.x} ${start.y}A${radius} ${radius} 0 ${isLarge} 1 ${end.x} ${end.y}`;
}

/** @param {number} minute @param {number} from @param {number} to Distances from the centre. */
export function rayPath(minute, from, to) {
  const inner = pointAt(minute, from);
  const outer = pointAt(minute, to);
  return `M${inner.x} ${inner.y}L${outer.x} ${outer.y}`;
}

/**
 * The spans of day and night, from sunrise to sunset and around to the next sunrise.
 * @param {number | undefined} sunrise @param {number | undefined} sunset Minutes of the day; one is absent if the sun
 *   does not rise or set.
 * @returns {{ day: Span, night: Span } | null}
 */
export function daylight(sunrise, sunset) {
  if (sunrise === undefined || sunset === undefined) return null;
  // In June, far enough north, the sun sets after midnight.
  const end = sunset > sunrise ? sunset : sunset + dayMinutes;
  return { day: { from: sunrise, to: end }, night: { from: end, to: sunrise + dayMinutes } };
}

/** The interval between two dots of rain, in minutes. */
const dotStep = 45;

/**
 * The dots of rain around the ring.
 * @param {{ from: number, to: number, millimetres: number }[]} spells
 * @param {number} now Past dots are left out.
 */
export function rainDots(spells, now) {
  const dots = [];
  for (const { from, to, millimetres } of spells) {
    const size = Math.min(4.4, 2.4 + millimetres * 0.7);
    for (let minute = from; minute < to; minute += dotStep) {
      if (minute >= now && minute < dayMinutes) dots.push({ ...pointAt(minute, radius + 16), size: short(size) });
    }
  }
  return dots;
}
