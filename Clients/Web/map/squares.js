/** Squares of the base map: which one a tile is drawn from, and where on the tile it lies. */

export const tileSize = 256;
const unitsPerTile = 512;

/** Zoom levels at which the base map has squares, finest first, and the least zoom at which each is drawn. */
const levels = [
  { squareZoom: 4, least: 6 },
  { squareZoom: 3, least: 4 },
  { squareZoom: 0, least: 0 },
];

/** @typedef {{ name: string, column: number, row: number, squareZoom: number }} Square */

/**
 * The squares that a tile can be drawn from, the best first.
 * @param {number} zoom @param {number} x The tile's column, already wrapped around the world. @param {number} y
 * @returns {Square[]}
 */
export const squaresOf = (zoom, x, y) =>
  levels.filter(({ least }) => zoom >= least).map(({ squareZoom }) => {
    const column = x >> (zoom - squareZoom);
    const row = y >> (zoom - squareZoom);
    return { name: `${squareZoom}-${column}-${row}.bin`, column, row, squareZoom };
  });

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
 * The pixel of a position on the whole map of a zoom level.
 * @param {number} latitude @param {number} longitude @param {number} zoom
 */
export function pixelOf(latitude, longitude, zoom) {
  const sine = Math.sin((Math.max(-85.0511287798066, Math.min(85.0511287798066, latitude)) * Math.PI) / 180);
  const side = tileSize * 2 ** zoom;
  return {
    x: ((longitude + 180) / 360) * side,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side,
  };
}
