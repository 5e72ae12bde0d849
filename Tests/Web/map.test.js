import { assertEquals, assertThrows } from "./assert.js";
import { DrawingQueue, mostInFrame } from "../../Clients/Web/map/drawing-queue.js";
import { labelsOn, placeLabels } from "../../Clients/Web/map/labels.js";
import { readPack } from "../../Clients/Web/map/pack.js";
import { placeAt, ringDistances } from "../../Clients/Web/map/rings.js";
import { placement, pointOf, readTree, squaresOf } from "../../Clients/Web/map/squares.js";
import { createHTML } from "../../Clients/Web/map/trusted.js";

const read = (/** @type {string} */ name) => JSON.parse(Deno.readTextFileSync(new URL(name, import.meta.url)));
/** Written by `basemap/pack.py` and `basemap/tree.py`; `basemap_test.py` holds them to the same. */
const [example, exampleTree] = [read("./pack.json"), read("./tree.json")];
const bytes = Uint8Array.from(example.hex.match(/../g), (/** @type {string} */ pair) => parseInt(pair, 16));

Deno.test("A pack is read as it was written", () => {
  const { sections, cities } = readPack(bytes);
  const shapes = sections.map((section) => ({ ...section, paths: section.paths.map((path) => [...path]) }));
  assertEquals(shapes, example.sections.slice(0, -1));
  const { grid, least } = example.sections.at(-1);
  assertEquals(cities, [
    { grid, least, x: 150000, y: 84000, thousands: 1995, names: { en: "Minsk", ru: "Минск", be: "Мінск" } },
    { grid, least, x: 149000, y: 84500, thousands: 2, names: { en: "Mir", ru: "Мир", be: "Мир" } },
  ]);
});

Deno.test("A pack that is cut short or of another version is refused", () => {
  assertThrows(() => readPack(bytes.slice(0, -1)));
  assertThrows(() => readPack(bytes.slice(0, -3)));
  assertThrows(() => readPack(Uint8Array.of(9)));
});

Deno.test("The squares of a tree are read as they were written", () => {
  assertEquals([...readTree(exampleTree.text)], exampleTree.squares);
});

/** The fine level is divided in the north-west of the world; the south-east is open water. */
const levels = [
  { scale: "fine", least: 2, squares: readTree("++######.") },
  { scale: "coarse", least: 0, squares: readTree("#") },
];

Deno.test("A tile is drawn from the finest square that holds it, then from coarser levels", () => {
  const names = (/** @type {[number, number, number]} */ tile) => squaresOf(levels, ...tile).map(({ name }) => name);
  assertEquals(names([10, 300, 20]), ["fine-2-1-0.bin", "coarse-0-0-0.bin"]);
  assertEquals(names([2, 0, 0]), ["fine-2-0-0.bin", "coarse-0-0-0.bin"]);
  assertEquals(names([1, 0, 0]), ["coarse-0-0-0.bin"]);
});

Deno.test("A large square is drawn where none is finer, and open water has no file", () => {
  const whole = [{ scale: "fine", least: 2, squares: readTree("+.#..") }];
  assertEquals(squaresOf(whole, 5, 31, 3), [{ name: "fine-1-1-0.bin", column: 1, row: 0, squareZoom: 1 }]);
  assertEquals(squaresOf(whole, 5, 3, 3)[0].name, undefined);
});

Deno.test("A tile's corner is the same point in each square that it can be drawn from", () => {
  const [zoom, x, y] = [10, 590, 329];
  for (const square of squaresOf(levels, zoom, x, y)) {
    const grid = 8;
    const { scale, left, top } = placement(square, grid, zoom, x, y);
    const side = 2 ** (grid - square.squareZoom) * 512;
    assertEquals(square.column * side - left / scale, (x * 512) / 2 ** (zoom - grid));
    assertEquals(square.row * side - top / scale, (y * 512) / 2 ** (zoom - grid));
  }
});

Deno.test("A point is the same in each square that names it", () => {
  const [grid, x, y] = [8, 75_555, 42_223];
  const points = [[0, 0, 0], [4, 9, 5], [6, 36, 20]].map(([squareZoom, column, row]) => {
    const side = 2 ** (grid - squareZoom) * 512;
    return pointOf({ squareZoom, column, row }, grid, { x: x - column * side, y: y - row * side });
  });
  assertEquals(points, [points[0], points[0], points[0]]);
  assertEquals(points[0], { x: x / 2 ** 17, y: y / 2 ** 17 });
});

/** @param {string} en @param {number} x @param {number} least @param {number} thousands */
const city = (en, x, least, thousands) => ({
  x,
  y: 0.3215,
  least,
  thousands,
  names: { en, ru: `${en} RU`, be: `${en} BE` },
});
const cities = [city("Small", 0.5842, 8, 30), city("Beside", 0.5769, 5, 900), city("Large", 0.5767, 4, 2000)];

Deno.test("The name of a large city wins the room, and a small one waits for its zoom", () => {
  const names = (/** @type {number} */ zoom) => placeLabels(cities, zoom, "en", () => 60).map(({ text }) => text);
  assertEquals(names(5), ["Large"]);
  assertEquals(names(8), ["Large", "Small"]);
  assertEquals(names(11), ["Large", "Beside", "Small"]);
  assertEquals(names(13), []);
});

Deno.test("A name is in the language, at its place, and under the place where that is a point", () => {
  const [large] = placeLabels(cities, 10, "be", () => 60);
  assertEquals(large, { text: "Large BE", x: 0.5767 * 2 ** 18, y: 0.3215 * 2 ** 18, width: 60, isLarge: true });
  assertEquals(placeLabels(cities, 9, "ru", () => 60)[0].y, 0.3215 * 2 ** 17 + 22);
});

Deno.test("Names of the same size do not depend on the order in which they came", () => {
  const same = [city("B", 0.5, 0, 900), city("A", 0.5, 0, 900)];
  assertEquals(placeLabels(same, 5, "en", () => 60)[0].text, "A");
  assertEquals(placeLabels(same.reverse(), 5, "en", () => 60)[0].text, "A");
});

Deno.test("A name that crosses the edge of tiles is on both", () => {
  const label = { text: "Edge", x: 256, y: 100, width: 60, isLarge: false };
  assertEquals(labelsOn([label], 3, 0, 0).map(({ x }) => x), [256]);
  assertEquals(labelsOn([label], 3, 1, 0).map(({ x }) => x), [0]);
  assertEquals(labelsOn([label], 3, 2, 0), []);
});

Deno.test("A name at the antimeridian is on both sides of the world", () => {
  const label = { text: "Edge", x: 1020, y: 100, width: 60, isLarge: false };
  assertEquals(labelsOn([label], 2, 0, 0).map(({ x }) => x), [-4]);
});

Deno.test("Distance rings are apart, fit, and are at most three", () => {
  assertEquals(ringDistances(5, 600), [500, 1000, 2000]);
  assertEquals(ringDistances(5, 250), [500, 1000]);
  assertEquals(ringDistances(0.01, 40), []);
});

Deno.test("A place at a distance is that far away", () => {
  const there = placeAt({ latitude: 60, longitude: 30 }, 111_320, Math.PI / 2);
  assertEquals([Math.round(there.latitude), Math.round(there.longitude)], [60, 32]);
});

Deno.test("The default policy lets Leaflet's own literals pass and nothing else", () => {
  assertEquals(createHTML("<svg/>"), "<svg/>");
  assertEquals(createHTML(""), "");
  assertThrows(() => createHTML("<svg/> "));
  assertThrows(() => createHTML("<img src=x onerror=alert(1)>"));
});

Deno.test("Tiles are drawn a few in each frame, once each, and not after they have left the map", () => {
  /** @type {(() => void)[]} */
  const frames = [];
  Object.assign(globalThis, {
    requestAnimationFrame: (/** @type {() => void} */ draw) => frames.push(draw),
    cancelAnimationFrame: () => frames.splice(0),
  });
  /** @type {number[]} */
  const drawn = [];
  const queue = new DrawingQueue((/** @type {number} */ tile) => drawn.push(tile));
  const tiles = Array.from({ length: 3 * mostInFrame }, (_, index) => index);
  for (const tile of [...tiles, ...tiles]) queue.add(tile);
  assertEquals([drawn.length, frames.length], [0, 1]);
  frames.shift()?.();
  assertEquals(drawn, tiles.slice(0, mostInFrame));
  const [gone, ...rest] = tiles.slice(mostInFrame);
  queue.remove(gone);
  while (frames.length > 0) {
    const before = drawn.length;
    frames.shift()?.();
    assertEquals(drawn.length - before <= mostInFrame, true);
  }
  assertEquals(drawn, [...tiles.slice(0, mostInFrame), ...rest]);
  queue.add(gone);
  queue.end();
  assertEquals([frames.length, drawn.includes(gone)], [0, false]);
});
