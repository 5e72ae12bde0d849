/** City names on the base map: which are shown at a zoom level, and where. */
import { pixelOf, tileSize } from "./squares.js";

/** @typedef {[name: string, latitude: number, longitude: number, thousands: number]} City */
/** @typedef {{ text: string, x: number, y: number, width: number, isLarge: boolean }} Label */

export const labelHeight = 16;
const gap = 6;
/** The fewest people, in thousands, of a city that is named at a zoom level. */
const fewest = [9000, 9000, 9000, 3000, 1500, 600, 150, 40, 10];
/** Above this zoom a city fills the screen and needs no name. */
const highest = 12;
/** Below this zoom a city is a point, over which a cluster may stand: its name is written under it. */
const leastCentred = 10;
const below = 22;

/**
 * Places the names of a zoom level. Larger cities come first and win the room; a place at the edge of the world is
 * drawn on both sides.
 * @param {City[]} cities The largest first.
 * @param {number} zoom
 * @param {(text: string, isLarge: boolean) => number} measure The width of a text in pixels.
 * @returns {Label[]}
 */
export function placeLabels(cities, zoom, measure) {
  if (zoom > highest) return [];
  /** @type {Label[]} */
  const placed = [];
  for (const [text, latitude, longitude, thousands] of cities) {
    if (thousands < (fewest[zoom] ?? 0)) continue;
    const isLarge = thousands >= 1000;
    const { x, y } = pixelOf(latitude, longitude, zoom);
    const label = { text, x, y: zoom < leastCentred ? y + below : y, width: measure(text, isLarge), isLarge };
    if (!placed.some((other) => overlap(label, other))) placed.push(label);
  }
  return placed;
}

/** @param {Label} one @param {Label} other */
const overlap = (one, other) =>
  Math.abs(one.y - other.y) < labelHeight + gap && Math.abs(one.x - other.x) < (one.width + other.width) / 2 + gap;

/**
 * The labels that reach into a tile, with their places on it.
 * @param {Label[]} labels @param {number} zoom @param {number} x @param {number} y
 * @returns {Label[]}
 */
export function labelsOn(labels, zoom, x, y) {
  const world = tileSize * 2 ** zoom;
  return labels.flatMap((label) =>
    [-world, 0, world]
      .map((shift) => ({ ...label, x: label.x + shift - x * tileSize, y: label.y - y * tileSize }))
      .filter((moved) =>
        Math.abs(moved.x - tileSize / 2) < tileSize / 2 + moved.width / 2 + gap &&
        Math.abs(moved.y - tileSize / 2) < tileSize / 2 + 2 * labelHeight
      )
  );
}
