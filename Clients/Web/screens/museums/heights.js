/** The three heights of the sheet over the map. */

/** @typedef {"low" | "half" | "full"} Height */

/** @type {readonly Height[]} */
export const heights = ["low", "half", "full"];

/** Faster than this, in pixels a millisecond, a drag goes on in its direction. */
const flick = 0.5;

/**
 * The height that a drag ends at.
 * @param {number} height Where the sheet was let go, in pixels. @param {readonly number[]} stops The heights in pixels.
 * @param {number} speed Upwards, in pixels a millisecond.
 * @returns {Height}
 */
export function heightAfter(height, stops, speed) {
  if (Math.abs(speed) > flick) {
    const beyond = speed > 0 ? stops.findIndex((stop) => stop > height) : stops.findLastIndex((stop) => stop < height);
    if (beyond >= 0) return heights[beyond];
    return speed > 0 ? "full" : "low";
  }
  const distances = stops.map((stop) => Math.abs(stop - height));
  return heights[distances.indexOf(Math.min(...distances))];
}

/**
 * The next height by a key or a press: the arrows go one step, a press goes up and, from the top, down.
 * @param {Height} height @param {"up" | "down" | "press"} way
 * @returns {Height}
 */
export function heightBy(height, way) {
  const at = heights.indexOf(height);
  if (way === "press") return at === heights.length - 1 ? "low" : heights[at + 1];
  return heights[Math.max(0, Math.min(heights.length - 1, at + (way === "up" ? 1 : -1)))];
}
