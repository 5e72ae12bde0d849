/** The loaded packs of the base map. */
import { readPack } from "./pack.js";
import { pointOf } from "./squares.js";

/** @typedef {import("./squares.js").Square} Square */
/** @typedef {import("./labels.js").City} City */
/** @typedef {import("./pack.js").Section & { shape: Path2D }} Drawn */

/** @param {import("./pack.js").Section} section @returns {Drawn} */
function drawn(section) {
  const shape = new Path2D();
  const isFilled = section.layer === "land" || section.layer === "lake";
  for (const path of section.paths) {
    shape.moveTo(path[0], path[1]);
    for (let i = 2; i < path.length; i += 2) shape.lineTo(path[i], path[i + 1]);
    if (isFilled) shape.closePath();
  }
  return { ...section, paths: [], shape };
}

/** Loads each pack once, on its first use. */
export class PackStore {
  /** @type {Map<string, Drawn[] | "loading" | "failed">} */
  #packs = new Map();
  #addressOf;
  #onLoad;

  /**
   * @param {(name: string) => string} addressOf
   * @param {(cities: City[]) => void} onLoad Called with a pack's cities once it has loaded, or with none if it failed
   *   to load.
   */
  constructor(addressOf, onLoad) {
    this.#addressOf = addressOf;
    this.#onLoad = onLoad;
    // Packs that failed without a network are loaded again when it returns.
    globalThis.addEventListener?.("online", this.#retry);
  }

  end() {
    globalThis.removeEventListener?.("online", this.#retry);
  }

  #retry = () => {
    for (const [name, pack] of this.#packs) if (pack === "failed") this.#packs.delete(name);
    this.#onLoad([]);
  };

  /**
   * Returns the best loaded pack of the squares. Loads the first one if it is missing, and a coarser one only if that
   * failed.
   * @param {Square[]} squares The best first.
   * @returns {{ square: Square, sections: Drawn[] } | undefined} Undefined if none is loaded yet.
   */
  best(squares) {
    let isWanted = true;
    for (const square of squares) {
      const { name } = square;
      if (!name) return { square, sections: [] };
      let pack = this.#packs.get(name);
      if (!pack && isWanted) {
        this.#load(name, square);
        pack = "loading";
      }
      if (typeof pack === "object") return { square, sections: pack };
      if (pack === "loading") isWanted = false;
    }
    return undefined;
  }

  /** @param {string} name @param {Square} square */
  async #load(name, square) {
    this.#packs.set(name, "loading");
    /** @type {City[]} */
    let named = [];
    try {
      const response = await fetch(this.#addressOf(name));
      if (!response.ok) throw new Error(`The map file ${name} was answered with ${response.status}`);
      const { sections, cities } = readPack(new Uint8Array(await response.arrayBuffer()));
      this.#packs.set(name, sections.map(drawn));
      named = cities.map((city) => ({ ...city, ...pointOf(square, city.grid, city) }));
    } catch {
      this.#packs.set(name, "failed");
    }
    this.#onLoad(named);
  }
}
