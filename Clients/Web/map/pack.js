/** Packs of map layers, as `basemap/pack.py` writes them. */

/** @typedef {"land" | "lake" | "river" | "province" | "border"} LayerName */
/**
 * @typedef {object} Section
 * @property {LayerName} layer
 * @property {number} grid The zoom level at which a unit is half a pixel.
 * @property {number} least The lowest zoom level at which the section is drawn.
 * @property {Int32Array[]} paths Coordinates x, y, x, y … in units from the pack's corner.
 *
 * @typedef {{ en: string, ru: string, be: string }} Names
 *
 * @typedef {object} PackedCity
 * @property {number} grid As of a section.
 * @property {number} least As of a section.
 * @property {number} x In units from the pack's corner.
 * @property {number} y
 * @property {number} thousands The population in thousands.
 * @property {Names} names
 */

/** @type {LayerName[]} */
const layers = ["land", "lake", "river", "province", "border"];
const cityLayer = layers.length;
const version = 2;
const decoder = new TextDecoder();

/**
 * Reads a pack.
 * @param {Uint8Array} bytes
 * @returns {{ sections: Section[], cities: PackedCity[] }}
 */
export function readPack(bytes) {
  if (bytes[0] !== version) throw new Error("The map pack is of another version");
  let at = 1;
  const number = () => {
    let value = 0;
    for (let shift = 0;; shift += 7) {
      if (at >= bytes.length) throw new Error("The map pack is cut short");
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const difference = () => {
    const value = number();
    return (value >>> 1) ^ -(value & 1);
  };
  const text = () => {
    const end = number() + at;
    if (end > bytes.length) throw new Error("The map pack is cut short");
    const value = decoder.decode(bytes.subarray(at, end));
    at = end;
    return value;
  };
  /** @type {Section[]} */
  const sections = [];
  /** @type {PackedCity[]} */
  const cities = [];
  while (at < bytes.length) {
    const layer = number();
    const grid = number();
    const least = number();
    const count = number();
    let [x, y] = [0, 0];
    const readCity = () => {
      x += difference();
      y += difference();
      const thousands = number();
      const [en, ru, be] = [text(), text(), text()];
      // An empty Belarusian name means that it equals the Russian one.
      return { grid, least, x, y, thousands, names: { en, ru, be: be || ru } };
    };
    const readPath = () => {
      const path = new Int32Array(2 * number());
      for (let i = 0; i < path.length; i += 2) {
        x += difference();
        y += difference();
        path[i] = x;
        path[i + 1] = y;
      }
      return path;
    };
    if (layer === cityLayer) cities.push(...Array.from({ length: count }, readCity));
    else sections.push({ layer: layers[layer], grid, least, paths: Array.from({ length: count }, readPath) });
  }
  return { sections, cities };
}
