/** Loads the parts of a map when the first one is shown: code, style sheet, and the operator's tiles. */
import { texts } from "../../core/languages.js";
import { loadStyle } from "../../core/styles.js";
import { webSettings } from "../../core/web-settings.js";
import { distanceText } from "./words.js";

/** @typedef {import("../../map/map.js").MapOptions} MapOptions */

/** @returns {Promise<(element: HTMLElement, options: Omit<MapOptions, "texts" | "tiles">) => import("../../map/map.js").MuseumMap>} */
export async function loadMap() {
  const [{ createMap }, { tiles }] = await Promise.all([import("../../map/map.js"), webSettings(), loadStyle("map")]);
  const text = texts("museums");
  const { zoomIn, zoomOut, locate, cluster } = text;
  return (element, options) =>
    createMap(element, { ...options, tiles, texts: { zoomIn, zoomOut, locate, cluster, distance: distanceText } });
}
