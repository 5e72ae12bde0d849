/** The map of museums. Only this module and its parts use Leaflet. */
import { addAttribution, addControls } from "./controls.js";
import { BaseLayer } from "./base-layer.js";
import { LatLngBounds, Map as LeafletMap, TileLayer } from "./leaflet.js";
import { Me } from "./me.js";
import { Pins } from "./pins.js";

/**
 * @typedef {import("./pins.js").Place} Place
 * @typedef {import("./pins.js").PinPoint} PinPoint
 * @typedef {import("./pins.js").Cluster} Cluster
 * @typedef {[west: number, south: number, east: number, north: number]} Bounds
 *
 * @typedef {keyof import("./pack.js").Names} Language
 *
 * @typedef {object} MapTexts
 * @property {string} zoomIn
 * @property {string} zoomOut
 * @property {string} locate
 * @property {(count: number, isPile: boolean) => string} cluster The name of a cluster's button; a pile opens at no
 *   zoom.
 * @property {(metres: number) => string} distance
 *
 * @typedef {object} MapOptions
 * @property {{ centre: Place, zoom: number } | { bbox: readonly number[] }} start What it shows first.
 * @property {Language} language
 * @property {MapTexts} texts
 * @property {{ url: string, attribution: string }} [tiles] An operator's tile server; the built-in map if absent.
 * @property {(view: { bbox: Bounds, centre: Place, zoom: number }) => void} [onMove]
 * @property {(id: string) => void} [onChoose]
 * @property {(bbox: readonly number[]) => void} [onPile] Called for a cluster that no zoom opens.
 * @property {() => void} [onLocate] Called by a button, which is shown if this is present.
 *
 * @typedef {object} MuseumMap
 * @property {(points: readonly PinPoint[], clusters: readonly Cluster[]) => void} setMarkers
 * @property {(id: string) => void} choose Highlights a pin; none for an empty id.
 * @property {(bbox: readonly number[]) => void} fit
 * @property {(centre: Place, zoom?: number) => void} show
 * @property {(place: Place | null) => void} locate Marks the position of the person.
 * @property {(language: Language) => void} setLanguage
 * @property {() => void} resize Must be called when the element's size has changed.
 * @property {() => { bbox: Bounds, centre: Place, zoom: number }} view
 * @property {() => void} destroy
 */

const leastZoom = 2;
const greatestZoom = 18;
/** The highest zoom level for fitting museums: the built-in map has no streets, so a closer view shows only pins. */
const greatestFit = 16;
/** The padding for fitting museums, in pixels: twice what a pin needs at the edge. */
const fitPadding = [96, 96];

/** Clamps a coordinate to the range of the contract. @param {number} value @param {number} limit */
const within = (value, limit) => Math.max(-limit, Math.min(limit, value));

/**
 * Makes a map in an element.
 * @param {HTMLElement} element
 * @param {MapOptions} options
 * @returns {MuseumMap}
 */
export function createMap(element, options) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const map = new LeafletMap(element, {
    zoomControl: false,
    attributionControl: false,
    worldCopyJump: true,
    minZoom: leastZoom,
    maxZoom: greatestZoom,
    maxBounds: new LatLngBounds([-85.06, -100_000], [85.06, 100_000]),
    maxBoundsViscosity: 1,
    fadeAnimation: false,
    zoomAnimation: !isStill,
    inertia: !isStill,
  });
  /** @param {readonly number[]} bbox */
  const boundsOf = ([west, south, east, north]) =>
    // A rectangle across the antimeridian ends beyond it.
    new LatLngBounds([south, west], [north, east < west ? east + 360 : east]);
  /** @param {readonly number[]} bbox */
  const fit = (bbox, animate = !isStill) => {
    map.fitBounds(boundsOf(bbox), { padding: [48, 48], maxZoom: greatestFit, animate });
  };
  const { start } = options;
  if ("bbox" in start) fit(start.bbox, false);
  else map.setView([start.centre.latitude, start.centre.longitude], start.zoom);

  // An operator's tiles cover the base map, which shows where they fail to load.
  const base = new BaseLayer(element);
  base.layer.addTo(map);
  base.setLanguage(options.language);
  if (options.tiles) {
    new TileLayer(options.tiles.url, { maxZoom: greatestZoom, className: "map-tiles" }).addTo(map);
    addAttribution(element, options.tiles.attribution);
  }

  const isPile = (/** @type {Cluster} */ { opensAt }) => opensAt === undefined || opensAt > greatestZoom;
  /** Shows the museums of a cluster: zooms in until it opens. */
  const open = (/** @type {Cluster} */ cluster) => {
    if (isPile(cluster) && options.onPile) return options.onPile(cluster.bbox);
    const bounds = boundsOf(cluster.bbox);
    const zoom = Math.min(map.getBoundsZoom(bounds, false, fitPadding), greatestFit);
    map.setView(bounds.getCenter(), Math.max(zoom, cluster.opensAt ?? 0, map.getZoom() + 1), { animate: !isStill });
  };
  const pins = new Pins(map, {
    choose: (id) => options.onChoose?.(id),
    open,
    nameCluster: (cluster) => options.texts.cluster(cluster.count, isPile(cluster)),
  });
  const me = new Me(map, options.texts.distance);
  addControls(map, element, options.texts, options.onLocate);

  const view = () => {
    const bounds = map.getBounds();
    const centre = map.getCenter();
    const isWorld = bounds.getEast() - bounds.getWest() >= 360;
    const [west, east] = isWorld ? [-180, 180] : [wrapped(bounds.getWest()), wrapped(bounds.getEast())];
    /** @type {Bounds} */
    const bbox = [west, within(bounds.getSouth(), 90), east, within(bounds.getNorth(), 90)];
    return { bbox, centre: { latitude: centre.lat, longitude: wrapped(centre.lng) }, zoom: map.getZoom() };
  };
  map.on("moveend", () => options.onMove?.(view()));

  return {
    setMarkers: (points, clusters) => pins.set(points, clusters),
    choose: (id) => pins.choose(id),
    fit,
    show: ({ latitude, longitude }, zoom) => {
      map.setView([latitude, longitude], zoom ?? map.getZoom(), { animate: !isStill });
    },
    locate: (place) => me.set(place),
    setLanguage: (language) => base.setLanguage(language),
    resize: () => {
      map.invalidateSize({ animate: false });
    },
    view,
    destroy: () => {
      base.end();
      // Leaflet's timer for the end of a zoom outlives the map, and would read the position of removed panes.
      /** @type {any} */ (map)._animatingZoom = false;
      map.remove();
      // The same is true of its timer after a change of the window's size, which announces a move.
      map.off();
      element.replaceChildren();
    },
  };
}

/** A longitude from -180 to 180. @param {number} longitude */
const wrapped = (longitude) => longitude - 360 * Math.floor((longitude + 180) / 360);
