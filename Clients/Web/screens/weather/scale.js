/** Colours of temperatures: a colour means the same temperature everywhere. */

/**
 * The temperatures in degrees Celsius at which the colours of the style sheet are pure: `--temperature-1` to
 * `--temperature-8`.
 */
export const stops = [-20, -10, 0, 6, 12, 18, 25, 32];

/**
 * The common scale of several days: whole degrees around all of them, spanning at least eight.
 * @param {{ minimum: number, maximum: number }[]} days
 */
export function scaleOf(days) {
  let low = Math.floor(Math.min(...days.map((day) => day.minimum)) - 1);
  let high = Math.ceil(Math.max(...days.map((day) => day.maximum)) + 1);
  // A scale that comes near to zero includes it, because frost matters.
  if (low > 0 && low <= 4) low = -1;
  if (high < 0 && high >= -4) high = 1;
  const missing = Math.max(0, 8 - (high - low));
  return { low: low - Math.floor(missing / 2), high: high + Math.ceil(missing / 2) };
}

/**
 * The position of a temperature on a scale, 0 to 1.
 * @param {number} degrees
 * @param {{ low: number, high: number }} scale
 */
export const shareOf = (degrees, { low, high }) => Math.max(0, Math.min(1, (degrees - low) / (high - low)));

/**
 * The colours between two temperatures as a CSS gradient; stops outside lie before 0 % or after 100 %.
 * @param {number} low @param {number} high
 */
export function gradientOf(low, high) {
  const span = Math.max(high - low, 0.5);
  const colours = stops.map((degrees, index) =>
    `var(--temperature-${index + 1}) ${Math.round(((degrees - low) / span) * 100)}%`
  );
  return `linear-gradient(90deg, ${colours.join(", ")})`;
}
