/** Squares of the base map: the one that a tile is drawn from, and its placement on the tile. */

export const tileSize = 256;
const unitsPerTile = 512;

/**
 * @typedef {object} Level
 * @property {string} scale
 * @property {number} least The lowest zoom level at which it is drawn.
 * @property {Set<string>} squares The squares that have a pack, by `zoom-column-row`.
 *
 * @typedef {object} Square
 * @property {string} [name] The file of its pack; a square of open water has none.
 * @property {number} squareZoom
 * @property {number} column
 * @property {number} row
 */

/**
 * The squares of a tree that have a pack.
 * @param {string} text The tree as `basemap/tree.py` writes it.
 * @returns {Set<string>}
 */
export function readTree(text) {
  const squares = new Set();
  let at = 0;
  const visit = (/** @type {number} */ zoom, /** @type {number} */ column, /** @type {number} */ row) => {
    const mark = text[at++];
    if (mark === "#") squares.add(`${zoom}-${column}-${row}`);
    if (mark !== "+") return;
    for (let i = 0; i < 4; i++) visit(zoom + 1, 2 * column + (i & 1), 2 * row + (i >> 1));
  };
  visit(0, 0, 0);
  return squares;
}

/**
 * The squares that a tile can be drawn from, the best first.
 * @param {readonly Level[]} levels The finest first.
 * @param {number} zoom @param {number} x The tile's column, already wrapped around the world. @param {number} y
 * @returns {Square[]}
 */
export const squaresOf = (levels, zoom, x, y) =>
  levels.filter(({ least }) => zoom >= least).map((level) => squareOf(level, zoom, x, y));

/** @param {Level} level @param {number} zoom @param {number} x @param {number} y @returns {Square} */
function squareOf({ scale, least, squares }, zoom, x, y) {
  for (let squareZoom = least; squareZoom >= 0; squareZoom--) {
    const column = x >> (zoom - squareZoom);
    const row = y >> (zoom - squareZoom);
    const place = `${squareZoom}-${column}-${row}`;
    if (squares.has(place)) return { name: `${scale}-${place}.bin`, column, row, squareZoom };
  }
  return { column: 0, row: 0, squareZoom: 0 };
}

/**
 * The scale and offset, in pixels, by which a grid's units within a square are drawn on a tile.
 * @param {Square} square @param {number} grid @param {number} zoom @param {number} x @param {number} y
 */
export function placement({ column, row, squareZoom }, grid, zoom, x, y) {
  const side = tileSize * 2 ** (zoom - squareZoom);
  return {
    scale: (2 ** (zoom - grid) * tileSize) / unitsPerTile,
    left: column * side - x * tileSize,
    top: row * side - y * tileSize,
  };
}

/**
 * A point on the whole map, from 0 to 1 in both directions.
 * @param {Square} square @param {number} grid @param {{ x: number, y: number }} units From the square's corner.
 */
export function pointOf({ column, row, squareZoom }, grid, { x, y }) {
  const count = 2 ** squareZoom;
  const side = (unitsPerTile * 2 ** grid) / count;
  // All divisors are powers of two: a city has exactly the same point in each square that names it.
  return { x: (column + x / side) / count, y: (row + y / side) / count };
}
