/** Distances from a place: the rings for a zoom level, and points at a distance. */

/** @typedef {import("./pins.js").Place} Place */

const steps = [50, 100, 250, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 250_000, 500_000];
const mostRings = 3;
/** The minimum radius of a ring, and the minimum gap between two, in pixels. */
const leastRadius = 70;
const metresInDegree = 111_320;

/**
 * The distances of the rings, in metres.
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

/**
 * The place at a distance and bearing from another.
 * @param {Place} place
 * @param {number} metres
 * @param {number} bearing
 */
export function placeAt({ latitude, longitude }, metres, bearing) {
  const north = (metres * Math.cos(bearing)) / metresInDegree;
  const east = (metres * Math.sin(bearing)) / (metresInDegree * Math.cos((latitude * Math.PI) / 180));
  return { latitude: latitude + north, longitude: longitude + east };
}
