/** The base map: coasts, borders, rivers, lakes and names of cities, drawn on canvases in the colours of the theme. */
import { DrawingQueue } from "./drawing-queue.js";
import { addressOf, levels } from "./files.js";
import { GridLayer } from "./leaflet.js";
import { labelsOn, placeLabels } from "./labels.js";
import { PackStore } from "./pack-store.js";
import { placement, squaresOf, tileSize } from "./squares.js";

/** @typedef {import("./labels.js").City} City */
/**
 * @typedef {{ canvas: HTMLCanvasElement, zoom: number, x: number, y: number, onDrawn: () => void }} Tile `onDrawn`: lets
 *   Leaflet show it, and remove those of the zoom level that it replaces.
 */

/** The overlap of neighbouring canvases in pixels, so that no seam shows while the map is zoomed. */
const overlap = 1;

const colourNames = /** @type {const} */ ({
  land: "--map-land",
  water: "--map-water",
  border: "--line-strong",
  text: "--ink-muted",
});

/** Draws the tiles of a map; each map has its own. */
export class BaseLayer {
  /** @type {Set<Tile>} */
  #tiles = new Set();
  /** @type {Record<keyof typeof colourNames, string>} */
  #colours = { land: "", water: "", border: "", text: "" };
  /** @type {Map<number, import("./labels.js").Label[]>} */
  #labels = new Map();
  /**
   * The cities of the loaded packs by place, because packs of several levels name the largest.
   * @type {Map<string, City>}
   */
  #cities = new Map();
  /** @type {keyof City["names"]} */
  #language = "en";
  #density = 0;
  /** @type {DrawingQueue<Tile>} */
  #queue = new DrawingQueue((tile) => this.#draw(tile));
  #probe = document.createElement("i");
  #scheme = matchMedia("(prefers-color-scheme: dark)");
  #watcher = new MutationObserver(() => this.#readColours());
  #packs = new PackStore(addressOf, (cities) => this.#addCities(cities));
  #measure = document.createElement("canvas").getContext("2d");

  /** @param {HTMLElement} element The map's element. */
  constructor(element) {
    this.#probe.hidden = true;
    element.append(this.#probe);
    this.#readColours();
    this.#scheme.addEventListener("change", this.#readColours);
    addEventListener("resize", this.#checkDensity);
    // The theme that a person chooses is an attribute of the root.
    this.#watcher.observe(document.documentElement, { attributes: true });
    this.layer = this.#gridLayer();
  }

  end() {
    this.#queue.end();
    this.#scheme.removeEventListener("change", this.#readColours);
    removeEventListener("resize", this.#checkDensity);
    this.#watcher.disconnect();
    this.#packs.end();
    this.#probe.remove();
  }

  #gridLayer() {
    /** @param {{ x: number, y: number, z: number }} place @param {(error: null, tile: HTMLElement) => void} done */
    const makeTile = (place, done) => {
      const canvas = document.createElement("canvas");
      /** @type {Tile} */
      const tile = { canvas, zoom: place.z, x: place.x, y: place.y, onDrawn: () => done(null, canvas) };
      this.#tiles.add(tile);
      this.#queue.add(tile);
      return canvas;
    };
    const Layer = GridLayer.extend({
      createTile: makeTile,
      // Leaflet sets the size of its tiles after it has made them; a canvas is a little larger.
      _initTile(/** @type {HTMLElement} */ tile) {
        /** @type {any} */ (GridLayer.prototype)._initTile.call(this, tile);
        tile.style.width = tile.style.height = `${tileSize + overlap}px`;
      },
    });
    const layer = new Layer({ keepBuffer: 1, updateWhenIdle: false, className: "map-base" });
    layer.on("tileunload", ({ tile: canvas }) => {
      for (const tile of this.#tiles) {
        if (tile.canvas !== canvas) continue;
        this.#tiles.delete(tile);
        this.#queue.remove(tile);
      }
    });
    return layer;
  }

  /** Shows the names of cities in a language. @param {keyof City["names"]} language */
  setLanguage(language) {
    this.#language = language;
    this.#labels.clear();
    this.#drawSoon();
  }

  /** @param {City[]} cities */
  #addCities(cities) {
    for (const city of cities) this.#cities.set(`${city.x},${city.y}`, city);
    if (cities.length > 0) this.#labels.clear();
    this.#drawSoon();
  }

  /** Reads the colours of the theme: a custom property says `light-dark(…)`, a used colour is one of the two. */
  #readColours = () => {
    let isChanged = false;
    for (const [name, property] of /** @type {[keyof typeof colourNames, string][]} */ (Object.entries(colourNames))) {
      this.#probe.style.color = `var(${property})`;
      const colour = getComputedStyle(this.#probe).color;
      if (colour !== this.#colours[name]) isChanged = true;
      this.#colours[name] = colour;
    }
    if (isChanged) this.#drawSoon();
  };

  /** Another screen, or the browser's own zoom, may have more pixels. */
  #checkDensity = () => {
    if (devicePixelRatio !== this.#density) this.#drawSoon();
  };

  #drawSoon() {
    for (const tile of this.#tiles) this.#queue.add(tile);
  }

  /** @param {Tile} tile */
  #draw(tile) {
    const density = this.#density = devicePixelRatio;
    const side = tileSize + overlap;
    const { canvas, zoom, y } = tile;
    canvas.width = canvas.height = Math.ceil(side * density);
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    const count = 2 ** zoom;
    const x = ((tile.x % count) + count) % count;
    const found = y >= 0 && y < count ? this.#packs.best(squaresOf(levels, zoom, x, y)) : undefined;
    pen.fillStyle = found ? this.#colours.water : this.#colours.land;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    if (found) this.#drawPack(pen, found, { zoom, x, y });
    pen.setTransform(density, 0, 0, density, 0, 0);
    this.#drawLabels(pen, zoom, x, y);
    tile.onDrawn();
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {{ square: import("./squares.js").Square, sections: import("./pack-store.js").Drawn[] }} pack
   * @param {{ zoom: number, x: number, y: number }} tile
   */
  #drawPack(pen, { square, sections }, { zoom, x, y }) {
    for (const section of sections) {
      if (zoom < section.least) continue;
      const { scale, left, top } = placement(square, section.grid, zoom, x, y);
      const density = this.#density;
      pen.setTransform(density * scale, 0, 0, density * scale, density * left, density * top);
      this.#drawSection(pen, section, zoom, scale);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} pen @param {import("./pack-store.js").Drawn} section
   * @param {number} zoom @param {number} scale The pixels of a unit, so that the width of lines stays the same.
   */
  #drawSection(pen, { layer, shape }, zoom, scale) {
    if (layer === "land" || layer === "lake") {
      pen.fillStyle = layer === "land" ? this.#colours.land : this.#colours.water;
      pen.fill(shape);
      return;
    }
    pen.lineJoin = pen.lineCap = "round";
    pen.strokeStyle = layer === "river" ? this.#colours.water : this.#colours.border;
    const width = layer === "river" ? Math.min(1 + Math.max(0, zoom - 4) * 0.4, 6) : layer === "border" ? 1.25 : 1;
    pen.lineWidth = width / scale;
    pen.globalAlpha = layer === "river" ? 1 : layer === "border" ? 0.6 : 0.45;
    pen.setLineDash(layer === "province" ? [2 / scale, 4 / scale] : []);
    pen.stroke(shape);
    pen.globalAlpha = 1;
    pen.setLineDash([]);
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} zoom @param {number} x @param {number} y */
  #drawLabels(pen, zoom, x, y) {
    let labels = this.#labels.get(zoom);
    if (!labels) {
      labels = placeLabels(this.#cities.values(), zoom, this.#language, (text, isLarge) => {
        const measure = /** @type {CanvasRenderingContext2D} */ (this.#measure);
        measure.font = this.#font(isLarge);
        return measure.measureText(text).width;
      });
      this.#labels.set(zoom, labels);
    }
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.lineJoin = "round";
    pen.lineWidth = 4;
    pen.strokeStyle = this.#colours.land;
    pen.fillStyle = this.#colours.text;
    for (const label of labelsOn(labels, zoom, x, y)) {
      pen.font = this.#font(label.isLarge);
      pen.strokeText(label.text, label.x, label.y);
      pen.fillText(label.text, label.x, label.y);
    }
  }

  /** @param {boolean} isLarge */
  #font(isLarge) {
    return `600 ${isLarge ? 13 : 12}px ${getComputedStyle(this.#probe).fontFamily}`;
  }
}
