/** City names on the base map: the selection and placement at a zoom level. */
import { tileSize } from "./squares.js";

/**
 * @typedef {object} City
 * @property {number} x On the whole map, from 0 to 1.
 * @property {number} y
 * @property {number} least The lowest zoom level at which it is named.
 * @property {number} thousands The population in thousands.
 * @property {import("./pack.js").Names} names
 *
 * @typedef {{ text: string, x: number, y: number, width: number, isLarge: boolean }} Label
 */

const labelHeight = 16;
const gap = 6;
/** The highest zoom level with names; above it, a city fills the screen. */
const highest = 12;
/**
 * The lowest zoom level with names centred on cities; below it, the name is under the point, which a cluster may
 * cover.
 */
const leastCentred = 10;
const below = 22;

/**
 * Places the names of a zoom level. Larger cities take precedence where names overlap; a city at the edge of the world
 * is drawn on both sides.
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
 * Orders cities by size, and those of the same size by name, because packs load in any order.
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
