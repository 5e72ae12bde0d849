/** The three heights of the sheet over the map. */

/** @typedef {"low" | "half" | "full"} Height */

/** @type {readonly Height[]} */
export const heights = ["low", "half", "full"];

/** The speed in pixels per millisecond above which a drag continues in its direction. */
const flick = 0.5;

/**
 * The height at which a drag settles.
 * @param {number} height The height at which the sheet was released, in pixels. @param {readonly number[]} stops The
 *   heights in pixels.
 * @param {number} speed The upward speed, in pixels per millisecond.
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
 * The next height after a key or a press: the arrows move one step; a press moves up, and from the top down.
 * @param {Height} height @param {"up" | "down" | "press"} way
 * @returns {Height}
 */
export function heightBy(height, way) {
  const at = heights.indexOf(height);
  if (way === "press") return at === heights.length - 1 ? "low" : heights[at + 1];
  return heights[Math.max(0, Math.min(heights.length - 1, at + (way === "up" ? 1 : -1)))];
}
