import { assertEquals } from "./assert.js";
import { PackStore } from "../../Clients/Web/map/pack-store.js";

globalThis.Path2D ??= /** @type {any} */ (class {});

const squares = [{ name: "fine" }, { name: "coarse" }];

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
  const store = new PackStore((name) => (name === "sea" ? undefined : name), () => tell());
  const settled = () => new Promise((resolve) => tell = () => resolve(undefined));
  return { store, asked, settled };
}

const empty = Uint8Array.of(1);

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

Deno.test("Open water has no file and is drawn at once", () => {
  const { store, asked } = storeOf({});
  assertEquals(store.best([{ name: "sea" }, ...squares])?.sections, []);
  assertEquals(asked, []);
  store.end();
});
