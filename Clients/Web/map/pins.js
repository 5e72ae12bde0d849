/** Pins of museums and counts of clusters on the map: real buttons with accessible names. */
import { DivIcon, Marker } from "./leaflet.js";
import { placeholderElement } from "../parts/placeholder.js";

/**
 * @typedef {{ latitude: number, longitude: number }} Place
 * @typedef {{ id: string, name: string, category: string, location: Place }} PinPoint
 * @typedef {{ location: Place, count: number, bbox: readonly number[], opensAt?: number }} Cluster
 * @typedef {{ marker: Marker, button: HTMLButtonElement }} Pin
 */

/** The z-index offset of the chosen pin. */
const chosenOffset = 10_000;

/** The pins of a map. */
export class Pins {
  /** @type {Map<string, Pin>} */
  #pins = new Map();
  #chosen = "";
  #map;
  #actions;

  /**
   * @param {import("./leaflet.js").Map} map
   * @param {{ choose: (id: string) => void, open: (cluster: Cluster) => void, nameCluster: (cluster: Cluster) => string }}
   *   actions
   */
  constructor(map, actions) {
    this.#map = map;
    this.#actions = actions;
  }

  /**
   * Shows exactly these pins. An existing pin is kept, so that it does not lose the focus.
   * @param {readonly PinPoint[]} points @param {readonly Cluster[]} clusters
   */
  set(points, clusters) {
    /** @type {Map<string, Pin>} */
    const next = new Map();
    for (const point of points) {
      const key = `${point.id} ${point.name}`;
      next.set(key, this.#pins.get(key) ?? this.#museum(point));
    }
    for (const cluster of clusters) {
      const { latitude, longitude } = cluster.location;
      const key = `${cluster.count} ${latitude} ${longitude} ${this.#actions.nameCluster(cluster)}`;
      next.set(key, this.#pins.get(key) ?? this.#cluster(cluster));
    }
    const hadFocus = [...this.#pins.values()].some(({ button }) => button === document.activeElement);
    for (const [key, { marker }] of this.#pins) if (!next.has(key)) marker.remove();
    this.#pins = next;
    this.#order();
    // A person who opened a cluster by keyboard continues from the map.
    if (hadFocus && document.activeElement === document.body) this.#map.getContainer().focus({ preventScroll: true });
    this.choose(this.#chosen);
  }

  /** Puts the elements in the order of the pins, which Tab and screen readers follow. */
  #order() {
    const [first] = this.#pins.values();
    const pane = first?.button.parentElement?.parentElement;
    let at = pane?.firstElementChild ?? null;
    for (const { button } of this.#pins.values()) {
      const place = /** @type {HTMLElement} */ (button.parentElement);
      if (place === at) at = at.nextElementSibling;
      // An element that moves loses the focus.
      else if (button !== document.activeElement) pane?.insertBefore(place, at);
    }
  }

  /** Highlights the pin of a museum, if it is shown, and no other. @param {string} id */
  choose(id) {
    this.#chosen = id;
    for (const { marker, button } of this.#pins.values()) {
      if (button.dataset.museum === undefined) continue;
      const isChosen = button.dataset.museum === id;
      button.setAttribute("aria-pressed", String(isChosen));
      marker.setZIndexOffset(isChosen ? chosenOffset : 0);
    }
  }

  /** @param {PinPoint} point @returns {Pin} */
  #museum(point) {
    const button = this.#button(point.name, point.location, () => this.#actions.choose(point.id));
    button.dataset.museum = point.id;
    button.append(placeholderElement({ category: point.category, id: point.id, isRound: true }));
    return this.#pin(button, point.location);
  }

  /** @param {Cluster} cluster @returns {Pin} */
  #cluster(cluster) {
    const name = this.#actions.nameCluster(cluster);
    const button = this.#button(name, cluster.location, () => this.#actions.open(cluster));
    const number = document.createElement("b");
    number.textContent = cluster.count < 1000 ? String(cluster.count) : `${Math.floor(cluster.count / 1000)}k`;
    button.append(number);
    return this.#pin(button, cluster.location);
  }

  /** @param {string} name @param {Place} place @param {() => void} onPress */
  #button(name, place, onPress) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "map-pin";
    button.setAttribute("aria-label", name);
    button.title = name;
    button.addEventListener("click", (event) => {
      // The end of a drag that began on the pin is not a click.
      if (event.detail > 0 && this.#map.dragging.moved()) return;
      onPress();
    });
    button.addEventListener("focus", () => {
      if (button.matches(":focus-visible")) {
        this.#map.panInside([place.latitude, place.longitude], { padding: [48, 48] });
      }
    });
    return button;
  }

  /** @param {HTMLButtonElement} button @param {Place} place @returns {Pin} */
  #pin(button, place) {
    const icon = new DivIcon({ html: button, className: "map-pin-place", iconSize: undefined });
    const marker = new Marker([place.latitude, place.longitude], { icon, keyboard: false, interactive: false });
    return { marker: marker.addTo(this.#map), button };
  }
}
