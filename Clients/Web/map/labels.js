/** City names on the base map: which are shown at a zoom level, and where. */
import { tileSize } from "./squares.js";

/**
 * @typedef {object} City
 * @property {number} x On the whole map, from 0 to 1.
 * @property {number} y
 * @property {number} least The least zoom at which it is named.
 * @property {number} thousands The number of people.
 * @property {import("./pack.js").Names} names
 *
 * @typedef {{ text: string, x: number, y: number, width: number, isLarge: boolean }} Label
 */

export const labelHeight = 16;
const gap = 6;
/** Above this zoom a city fills the screen and needs no name. */
const highest = 12;
/** Below this zoom a city is a point, over which a cluster may stand: its name is written under it. */
const leastCentred = 10;
const below = 22;

/**
 * Places the names of a zoom level. Larger cities come first and win the room; a place at the edge of the world is
 * drawn on both sides.
 * @param {Iterable<City>} cities
 * @param {number} zoom
 * @param {keyof City["names"]} language
 * @param {(text: string, isLarge: boolean) => number} measure The width of a text in pixels.
 * @returns {Label[]}
 */
export function placeLabels(cities, zoom, language, measure) {
  if (zoom > highest) return [];
  /** @type {Label[]} */
  const placed = [];
  for (const { x, y, thousands, names } of [...cities].filter(({ least }) => zoom >= least).sort(bySize)) {
    const text = names[language];
    const isLarge = thousands >= 1000;
    const world = tileSize * 2 ** zoom;
    const shift = zoom < leastCentred ? below : 0;
    const label = { text, x: x * world, y: y * world + shift, width: measure(text, isLarge), isLarge };
    if (!placed.some((other) => overlap(label, other))) placed.push(label);
  }
  return placed;
}

/**
 * Cities of the same size are in the order of their names, since packs come in any order.
 * @param {City} one @param {City} other
 */
const bySize = (one, other) => other.thousands - one.thousands || (one.names.en < other.names.en ? -1 : 1);

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
