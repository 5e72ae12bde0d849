/** Distances from a place: which rings suit a zoom level, and what lies so far away. */

/** @typedef {import("./pins.js").Place} Place */

const steps = [50, 100, 250, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 250_000, 500_000];
const mostRings = 3;
/** The least radius of a ring in pixels, and the least room between two. */
const leastRadius = 70;
const metresInDegree = 111_320;

/**
 * The distances, in metres, that get a ring.
 * @param {number} metresInPixel @param {number} room The largest radius in pixels.
 */
export function ringDistances(metresInPixel, room) {
  /** @type {number[]} */
  const chosen = [];
  for (const step of steps) {
    const radius = step / metresInPixel;
    const before = chosen.length ? chosen[chosen.length - 1] / metresInPixel : 0;
    if (radius >= leastRadius && radius <= room && radius - before >= leastRadius) chosen.push(step);
  }
  return chosen.slice(0, mostRings);
}

/** The place that lies so many metres away. @param {Place} place @param {number} metres @param {number} bearing */
export function placeAt({ latitude, longitude }, metres, bearing) {
  const north = (metres * Math.cos(bearing)) / metresInDegree;
  const east = (metres * Math.sin(bearing)) / (metresInDegree * Math.cos((latitude * Math.PI) / 180));
  return { latitude: latitude + north, longitude: longitude + east };
}
