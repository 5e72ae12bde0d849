import { assertEquals } from "./assert.js";
import { PackStore } from "../../Clients/Web/map/pack-store.js";

globalThis.Path2D ??= /** @type {any} */ (class {});

const square = { column: 36, row: 20, squareZoom: 6 };
const squares = [{ ...square, name: "fine" }, { name: "coarse", column: 0, row: 0, squareZoom: 0 }];

/**
 * A store over files by name; a file that is missing does not load. `settled` ends once nothing is loading.
 * @param {Record<string, Uint8Array>} files
 */
function storeOf(files) {
  /** @type {string[]} */
  const asked = [];
  /** @type {() => void} */
  let tell = () => {};
  globalThis.fetch = (address) => {
    asked.push(String(address));
    const file = files[String(address)];
    return file ? Promise.resolve(new Response(new Uint8Array(file))) : Promise.reject(new TypeError("no network"));
  };
  /** @type {import("../../Clients/Web/map/labels.js").City[]} */
  const cities = [];
  const store = new PackStore((name) => name, (loaded) => {
    cities.push(...loaded);
    tell();
  });
  const settled = () => new Promise((resolve) => tell = () => resolve(undefined));
  return { store, asked, cities, settled };
}

const empty = Uint8Array.of(2);
/** One city of layer 5 on grid 8 from zoom 9, 2 and 4 units from the corner, with 7 thousand people. */
const named = Uint8Array.of(2, 5, 8, 9, 1, 4, 8, 7, 1, 65, 1, 66, 0);

Deno.test("The finest square is loaded once, and no coarser one", async () => {
  const { store, asked, settled } = storeOf({ fine: empty, coarse: empty });
  assertEquals(store.best(squares), undefined);
  assertEquals(store.best(squares), undefined);
  await settled();
  assertEquals(store.best(squares)?.square.name, "fine");
  assertEquals(asked, ["fine"]);
  store.end();
});

Deno.test("A coarser square stands in for one that does not load", async () => {
  const { store, asked, settled } = storeOf({ coarse: empty });
  store.best(squares);
  await settled();
  assertEquals(store.best(squares), undefined);
  await settled();
  assertEquals(store.best(squares)?.square.name, "coarse");
  assertEquals(asked, ["fine", "coarse"]);
  store.end();
});

Deno.test("A square that did not load is tried again with the network", async () => {
  const files = { coarse: empty };
  const { store, settled } = storeOf(files);
  store.best(squares);
  await settled();
  Object.assign(files, { fine: empty });
  dispatchEvent(new Event("online"));
  store.best(squares);
  await settled();
  assertEquals(store.best(squares)?.square.name, "fine");
  store.end();
});

Deno.test("The cities of a pack are told with their place in the world", async () => {
  const { store, cities, settled } = storeOf({ fine: named });
  store.best(squares);
  await settled();
  const [x, y] = [(36 * 2048 + 2) / 2 ** 17, (20 * 2048 + 4) / 2 ** 17];
  assertEquals(cities, [{ grid: 8, least: 9, x, y, thousands: 7, names: { en: "A", ru: "B", be: "B" } }]);
  store.end();
});

Deno.test("Open water has no file and is drawn at once", () => {
  const { store, asked } = storeOf({});
  assertEquals(store.best([square, ...squares])?.sections, []);
  assertEquals(asked, []);
  store.end();
});
