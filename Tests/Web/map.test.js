import { assertEquals, assertThrows } from "./assert.js";
import { labelsOn, placeLabels } from "../../Clients/Web/map/labels.js";
import { readPack } from "../../Clients/Web/map/pack.js";
import { placeAt, ringDistances } from "../../Clients/Web/map/rings.js";
import { pixelOf, placement, squaresOf } from "../../Clients/Web/map/squares.js";
import { createHTML } from "../../Clients/Web/map/trusted.js";

/** Written by `basemap/pack.py`; `basemap_test.py` holds it to the same. */
const example = JSON.parse(Deno.readTextFileSync(new URL("./pack.json", import.meta.url)));
const bytes = Uint8Array.from(example.hex.match(/../g), (/** @type {string} */ pair) => parseInt(pair, 16));

Deno.test("A pack is read as it was written", () => {
  const sections = readPack(bytes).map(({ layer, grid, least, paths }) => ({
    layer,
    grid,
    least,
    paths: paths.map((path) => [...path]),
  }));
  assertEquals(sections, example.sections);
});

Deno.test("A pack that is cut short or of another version is refused", () => {
  assertThrows(() => readPack(bytes.slice(0, -1)));
  assertThrows(() => readPack(Uint8Array.of(9)));
});

Deno.test("A place is projected as Web Mercator does", () => {
  assertEquals(pixelOf(0, 0, 0), { x: 128, y: 128 });
  const minsk = pixelOf(53.9, 27.57, 10);
  assertEquals([Math.floor(minsk.x / 256), Math.floor(minsk.y / 256)], [590, 329]);
  assertEquals(Math.round(pixelOf(90, -180, 3).y), 0);
});

Deno.test("A tile is drawn from the finest square of its zoom, then from coarser ones", () => {
  const names = (/** @type {[number, number, number]} */ tile) => squaresOf(...tile).map(({ name }) => name);
  assertEquals(names([10, 590, 329]), ["4-9-5.bin", "3-4-2.bin", "0-0-0.bin"]);
  assertEquals(names([5, 18, 10]), ["3-4-2.bin", "0-0-0.bin"]);
  assertEquals(names([2, 2, 1]), ["0-0-0.bin"]);
});

Deno.test("A tile's corner is the same point in each square that it can be drawn from", () => {
  const [zoom, x, y] = [10, 590, 329];
  for (const square of squaresOf(zoom, x, y)) {
    const grid = 8;
    const { scale, left, top } = placement(square, grid, zoom, x, y);
    const side = 2 ** (grid - square.squareZoom) * 512;
    assertEquals(square.column * side - left / scale, (x * 512) / 2 ** (zoom - grid));
    assertEquals(square.row * side - top / scale, (y * 512) / 2 ** (zoom - grid));
  }
});

/** @type {[string, number, number, number][]} */
const cities = [["Large", 53.9, 27.6, 2000], ["Beside", 53.95, 27.7, 900], ["Small", 53.9, 30.3, 30]];

Deno.test("The name of a large city wins the room, and a small one waits for its zoom", () => {
  const names = (/** @type {number} */ zoom) => placeLabels(cities, zoom, () => 60).map(({ text }) => text);
  assertEquals(names(5), ["Large"]);
  assertEquals(names(8), ["Large", "Small"]);
  assertEquals(names(10), ["Large", "Beside", "Small"]);
  assertEquals(names(13), []);
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
