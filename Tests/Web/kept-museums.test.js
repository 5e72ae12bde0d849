/** Museums that are kept for use without a network: bundles, search, pictures. */
import { assertEquals } from "./assert.js";
import { Problem } from "../../Clients/Web/core/problem.js";
import { fold, found, mostMuseums, museumsAfter, pagesSince } from "../../Clients/Web/screens/museums/kept-museums.js";
import { pathOf } from "../../Clients/Web/screens/museums/kept-pictures.js";

/** @typedef {import("../../Clients/Web/screens/museums/kept-museums.js").Museum} Museum */

/** @param {string} id @param {Partial<Museum>} [members] @returns {Museum} */
const museum = (id, members) => ({
  id,
  name: `Museum ${id}`,
  city: "Minsk",
  countryCode: "BY",
  category: "art",
  categoryName: "Art",
  location: { latitude: 53.9, longitude: 27.56 },
  language: "en",
  ...members,
});
/** @param {readonly Museum[]} items @param {string[]} [removed] */
const page = (items, removed = [], isWhole = false) => ({ items: [...items], removed, version: "1", isWhole });
/** @param {readonly Museum[]} museums */
const ids = (museums) => museums.map(({ id }) => id);

Deno.test("A delta changes, adds and removes museums; a whole bundle replaces all", () => {
  const held = [museum("a"), museum("b"), museum("c")];
  const pages = [page([museum("b", { name: "Mill" })], ["a"]), page([museum("d")], ["x"])];
  const after = museumsAfter(held, pages);
  assertEquals(ids(after), ["b", "c", "d"]);
  assertEquals(after[0].name, "Mill");
  assertEquals(ids(museumsAfter(held, [page([museum("z")], [], true)])), ["z"]);
  const many = Array.from({ length: mostMuseums + 1 }, (_, index) => museum(String(index)));
  assertEquals(museumsAfter([], [page(many, [], true)]).length, mostMuseums);
});

Deno.test("All museums are read if the server has forgotten the version between two pages", async () => {
  /** @type {string[]} */
  const asked = [];
  /** @param {number} status @param {string} [failing] */
  const reader =
    (status, failing) => (/** @type {{ since?: string, cursor?: string }} */ { since = "", cursor = "" }) => {
      asked.push(`${since} ${cursor}`);
      if (cursor === failing && since) throw new Problem({ status });
      return Promise.resolve({ ...page([], [], !since), ...(cursor !== "c2" && { nextCursor: cursor ? "c2" : "c1" }) });
    };
  assertEquals((await pagesSince("5", reader(422, "c1"))).map(({ isWhole }) => isWhole), [true, true, true]);
  assertEquals(asked, ["5 ", "5 c1", " ", " c1", " c2"]);
  assertEquals((await pagesSince("5", reader(422))).length, 3);
  for (const [status, failing] of /** @type {[number, string][]} */ ([[422, ""], [503, "c1"]])) {
    const ended = await pagesSince("5", reader(status, failing)).then(() => 0, (problem) => problem.status);
    assertEquals(ended, status);
  }
});

Deno.test("Kept museums are found by words without diacritics, and pass the filters", () => {
  const museums = [
    museum("a", { name: "Musée d’Orsay", description: "Impressionists", category: "art" }),
    museum("b", { name: "Музей минералов", category: "nature", location: { latitude: 53.9, longitude: 28 } }),
  ];
  assertEquals(fold("  Musée d’ORSAY!"), "musee d orsay");
  assertEquals(ids(found(museums, { query: "orsay musee" })), ["a"]);
  assertEquals(ids(found(museums, { query: "impression" })), ["a"]);
  assertEquals(ids(found(museums, { query: "минерал" })), ["b"]);
  assertEquals(ids(found(museums, { query: "orsay минерал" })), []);
  assertEquals(ids(found(museums, {})), ["a", "b"]);
  assertEquals(ids(found(museums, { category: "nature" })), ["b"]);
  assertEquals(ids(found(museums, { countryCode: "FR" })), []);
  assertEquals(ids(found(museums, { bbox: [27, 53, 27.6, 54] })), ["a"]);
  assertEquals(ids(found(museums, { near: { latitude: 53.9, longitude: 28 }, radius: 2_000 })), ["b"]);
  assertEquals(ids(found(museums, { isOpen: true })), []);
});

Deno.test("The kept picture is the smallest that is wide enough, and none of another host", () => {
  const origin = "https://vokol.example";
  /** @param {string} url @param {{ url: string, width: number, format: string }[]} sizes */
  const path = (url, ...sizes) =>
    pathOf(
      museum("a", { picture: { url, sizes: sizes.map((size) => ({ ...size, height: 1 })) } }),
      origin,
    );
  const sizes = [960, 160, 480].map((width) => ({ url: `/v1/pictures/${width}`, width, format: "webp" }));
  assertEquals(path("/v1/pictures/j", ...sizes), "/v1/pictures/480");
  assertEquals(path("/v1/pictures/j", sizes[1]), "/v1/pictures/160");
  assertEquals(path("/v1/pictures/j"), "/v1/pictures/j");
  assertEquals(path("https://other.example/a.jpg", ...sizes), undefined);
  assertEquals(pathOf(museum("a"), origin), undefined);
});
