/**
 * Buttons on the map: closer, farther, to my place. Leaflet's own are not used, because they are built from HTML
 * text.
 */
import { DomEvent } from "./leaflet.js";
import { sprite } from "../core/built.js";
import { afterTap } from "../core/tap.js";

/** @param {string} icon @param {string} name @param {() => void} onPress */
function control(icon, name, onPress) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "icon-button";
  button.title = name;
  button.setAttribute("aria-label", name);
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("class", "icon-drawing");
  drawing.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${sprite}#${icon}`);
  drawing.append(use);
  button.append(drawing);
  button.addEventListener("click", () => afterTap(onPress));
  return button;
}

/**
 * Adds the buttons to a map.
 * @param {import("./leaflet.js").Map} map
 * @param {HTMLElement} element
 * @param {import("./map.js").MapTexts} texts
 * @param {(() => void) | undefined} onLocate
 */
export function addControls(map, element, texts, onLocate) {
  const group = document.createElement("div");
  group.className = "map-controls";
  const closer = control("plus", texts.zoomIn, () => map.zoomIn());
  const farther = control("minus", texts.zoomOut, () => map.zoomOut());
  if (onLocate) group.append(control("locate", texts.locate, onLocate));
  group.append(closer, farther);
  DomEvent.disableClickPropagation(group);
  DomEvent.disableScrollPropagation(group);
  element.append(group);
  const limit = () => {
    // A button that holds the focus is not disabled, or the focus would be lost.
    closer.setAttribute("aria-disabled", String(map.getZoom() >= map.getMaxZoom()));
    farther.setAttribute("aria-disabled", String(map.getZoom() <= map.getMinZoom()));
  };
  map.on("zoomend", limit);
  limit();
}

/**
 * Adds the attribution of an operator's tiles, which their licence requires.
 * @param {HTMLElement} element
 * @param {string} text
 */
export function addAttribution(element, text) {
  const note = document.createElement("p");
  note.className = "map-attribution";
  note.textContent = text;
  element.append(note);
}
