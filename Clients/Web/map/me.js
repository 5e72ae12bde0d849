/** The person on the map: a dot, and rings that show distances from it. */
import { Circle, DivIcon, Marker } from "./leaflet.js";
import { placeAt, ringDistances } from "./rings.js";

/** @typedef {import("./pins.js").Place} Place */

/** The bearing at which the label of a ring stands, from the north: south-east. */
const labelBearing = (128 * Math.PI) / 180;

/**
 * Creates a marker that is neither interactive nor read aloud: the screen states the position.
 * @param {Place} place
 * @param {Element} html
 */
const decoration = ({ latitude, longitude }, html) =>
  new Marker([latitude, longitude], {
    icon: new DivIcon({ html, className: "map-pin-place", iconSize: undefined }),
    keyboard: false,
    interactive: false,
    zIndexOffset: -10_000,
  });

/** The markers of the person's position. */
export class Me {
  /** @type {Place | null} */
  #place = null;
  /** @type {(Circle | Marker)[]} */
  #marks = [];
  #shown = "";
  #map;
  #nameDistance;

  /** @param {import("./leaflet.js").Map} map @param {(metres: number) => string} nameDistance */
  constructor(map, nameDistance) {
    this.#map = map;
    this.#nameDistance = nameDistance;
    map.on("zoomend resize", () => this.draw());
  }

  /** @param {Place | null} place Removes the markers if null. */
  set(place) {
    this.#place = place;
    this.#shown = "";
    this.draw();
  }

  draw() {
    const distances = this.#place ? ringDistances(this.#metresInPixel(this.#place), this.#room()) : [];
    const shown = distances.join();
    if (this.#place && shown === this.#shown) return;
    for (const mark of this.#marks) mark.remove();
    this.#marks = [];
    this.#shown = shown;
    if (!this.#place) return;
    for (const metres of distances) this.#ring(this.#place, metres);
    const dot = document.createElement("i");
    dot.className = "map-me";
    this.#marks.push(decoration(this.#place, dot).addTo(this.#map));
  }

  /** @param {Place} place @param {number} metres */
  #ring(place, metres) {
    const ring = new Circle([place.latitude, place.longitude], {
      radius: metres,
      className: "map-ring",
      interactive: false,
      fill: false,
    });
    const text = document.createElement("span");
    text.className = "map-distance";
    text.setAttribute("aria-hidden", "true");
    text.textContent = this.#nameDistance(metres);
    this.#marks.push(ring.addTo(this.#map), decoration(placeAt(place, metres, labelBearing), text).addTo(this.#map));
  }

  #room() {
    const { x, y } = this.#map.getSize();
    return 0.7 * Math.max(x, y);
  }

  /** @param {Place} place */
  #metresInPixel({ latitude }) {
    return (40_075_017 * Math.cos((latitude * Math.PI) / 180)) / (256 * 2 ** this.#map.getZoom());
  }
}
