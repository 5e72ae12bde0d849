/** The geometry of the chart of hours; pure functions. */

/** @typedef {import("../../contract/types.d.ts").WeatherStep} Step */

export const column = 58;
export const height = 132;
const stepMs = 3 * 3_600_000;
/** The vertical range of the lines; the labels of temperatures are above it. */
const highest = 22;
const lowest = 92;
/** The base of the bars, and their maximum height. */
export const ground = 128;
const tallest = 30;
const perMillimetre = 15;
/** The minimum range of temperatures in degrees, so that a nearly even day is drawn flat. */
const leastRange = 8;

/** @param {number} value */
const short = (value) => Math.round(value * 10) / 10;

/** The middle of a column. @param {number} index */
export const xOf = (index) => column / 2 + index * column;

/**
 * The function from degrees to heights on the chart.
 * @param {Pick<Step, "temperature" | "feelsLike">[]} steps
 */
export function heightOf(steps) {
  const values = steps.flatMap((step) => [step.temperature, step.feelsLike ?? step.temperature]);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const range = Math.max(leastRange, high - low);
  const top = (high + low) / 2 + range / 2;
  return (/** @type {number} */ degrees) => short(highest + ((top - degrees) / range) * (lowest - highest));
}

/**
 * A smooth line through equally spaced points.
 * @param {{ x: number, y: number }[]} points
 */
export function smoothPath(points) {
  if (points.length === 0) return "";
  const last = points.length - 1;
  /** The slope at a point, for a third of the interval. @param {number} index */
  const slope = (index) => {
    const before = points[Math.max(0, index - 1)];
    const after = points[Math.min(last, index + 1)];
    const here = points[index];
    // At a peak or in a valley the line is level, so that it never overshoots.
    if ((here.y - before.y) * (after.y - here.y) <= 0) return 0;
    return (after.y - before.y) / (Math.min(last, index + 1) - Math.max(0, index - 1)) / 3;
  };
  let path = `M${points[0].x} ${points[0].y}`;
  for (let index = 1; index <= last; index += 1) {
    const from = points[index - 1];
    const to = points[index];
    const third = (to.x - from.x) / 3;
    path += `C${short(from.x + third)} ${short(from.y + slope(index - 1))} ${short(to.x - third)} ${
      short(to.y - slope(index))
    } ${to.x} ${to.y}`;
  }
  return path;
}

/** The bars of rain or snow. @param {Pick<Step, "precipitation">[]} steps */
export function barsOf(steps) {
  const most = Math.max(0, ...steps.map((step) => step.precipitation ?? 0));
  const scale = Math.min(perMillimetre, most > 0 ? tallest / most : perMillimetre);
  return steps.flatMap(({ precipitation = 0 }, index) => {
    if (precipitation < 0.05) return [];
    const tall = Math.max(4, short(precipitation * scale));
    return [{ x: xOf(index) - 9, y: short(ground - tall), height: tall, millimetres: precipitation, index }];
  });
}

/**
 * The nights behind the chart, from sunset to the next sunrise; from the steps' `isDay` if the times of the sun are
 * missing.
 * @param {Pick<Step, "at" | "isDay">[]} steps
 * @param {{ sunrise?: string, sunset?: string }[]} days
 * @returns {{ left: number, width: number }[]}
 */
export function nightsOf(steps, days) {
  if (steps.length === 0) return [];
  const width = steps.length * column;
  const start = Date.parse(steps[0].at);
  /** @param {number} time */
  const place = (time) => Math.max(0, Math.min(width, short(xOf(0) + ((time - start) / stepMs) * column)));
  /** @type {[number, number][]} */
  let spans;
  if (days.every((day) => day.sunrise && day.sunset)) {
    const rises = days.map((day) => place(Date.parse(day.sunrise ?? "")));
    const sets = days.map((day) => place(Date.parse(day.sunset ?? "")));
    spans = [0, ...sets].map((from, index) => [from, rises[index] ?? width]);
    // The first step is of the present moment: by day, the rest of a night before it is over.
    if (steps[0].isDay) spans.shift();
  } else {
    spans = steps.flatMap((step, index) =>
      step.isDay ? [] : [/** @type {[number, number]} */ ([index * column, (index + 1) * column])]
    );
  }
  return spans.filter(([from, to]) => to > from).map(([from, to]) => ({ left: from, width: short(to - from) }));
}

/** The step that a key moves to. @param {string} key @param {number} index @param {number} count */
export function stepAfter(key, index, count) {
  const last = count - 1;
  if (key === "ArrowRight") return Math.min(last, index + 1);
  if (key === "ArrowLeft") return Math.max(0, index - 1);
  if (key === "Home") return 0;
  if (key === "End") return last;
  return undefined;
}
