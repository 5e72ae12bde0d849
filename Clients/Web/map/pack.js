/** Packs of map layers, as `basemap/pack.py` writes them. */

/** @typedef {"land" | "lake" | "river" | "province" | "border"} LayerName */
/**
 * @typedef {object} Section
 * @property {LayerName} layer
 * @property {number} grid The zoom level of which a unit is half a pixel.
 * @property {number} least The least zoom at which the section is drawn.
 * @property {Int32Array[]} paths Coordinates x, y, x, y … in units from the pack's corner.
 */

/** @type {LayerName[]} */
const layers = ["land", "lake", "river", "province", "border"];
const version = 1;

/**
 * Reads a pack.
 * @param {Uint8Array} bytes
 * @returns {Section[]}
 */
export function readPack(bytes) {
  if (bytes[0] !== version) throw new Error("The map pack is of another version");
  let at = 1;
  const number = () => {
    let value = 0;
    for (let shift = 0;; shift += 7) {
      if (at === bytes.length) throw new Error("The map pack is cut short");
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const difference = () => {
    const value = number();
    return (value >>> 1) ^ -(value & 1);
  };
  /** @type {Section[]} */
  const sections = [];
  while (at < bytes.length) {
    const layer = layers[number()];
    const grid = number();
    const least = number();
    const count = number();
    let [x, y] = [0, 0];
    const paths = Array.from({ length: count }, () => {
      const path = new Int32Array(2 * number());
      for (let i = 0; i < path.length; i += 2) {
        x += difference();
        y += difference();
        path[i] = x;
        path[i + 1] = y;
      }
      return path;
    });
    sections.push({ layer, grid, least, paths });
  }
  return sections;
}
