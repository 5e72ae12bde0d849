/** The museums: addresses, pages, heights of the sheet, links, words. */
import { assertEquals } from "./assert.js";
import { applyLanguage, loadTexts } from "../../Clients/Web/core/languages.js";
import { changeSettings } from "../../Clients/Web/core/settings.js";
import { readWebSettings } from "../../Clients/Web/core/web-settings.js";
import { ownPicture } from "../../Clients/Web/parts/own-picture.js";
import { heightAfter, heightBy } from "../../Clients/Web/screens/museums/heights.js";
import { stateOf } from "../../Clients/Web/screens/museums/hours.js";
import { routeOf } from "../../Clients/Web/core/map-program.js";
import { addressOf, siteOf } from "../../Clients/Web/screens/museums/links.js";
import { itemsOf } from "../../Clients/Web/screens/museums/pages.js";
import {
  aimOf,
  boundsOf,
  countParams,
  listParams,
  mapParams,
  readSearch,
  writeBounds,
} from "../../Clients/Web/screens/museums/query.js";
import { nextOption } from "../../Clients/Web/screens/museums/suggestions.js";
import { distanceText, walkMinutes, wayText } from "../../Clients/Web/screens/museums/words.js";

const minsk = { latitude: 53.9, longitude: 27.56 };
/** @param {string} query */
const search = (query) => readSearch(new URLSearchParams(query));

Deno.test("An address of the museums tells what is searched", () => {
  assertEquals(
    search(
      "q=%20castle%20&category=castle&city=Mir&country=BY&radius=10000&open=now&near=53.9,27.56&place=Minsk&bbox=23,51,33,57&view=map&museum=a",
    ),
    {
      words: "castle",
      category: "castle",
      city: "Mir",
      country: "BY",
      radius: 10_000,
      isOpenNow: true,
      near: minsk,
      place: "Minsk",
      bbox: [23, 51, 33, 57],
      view: "map",
      isByFame: false,
      museum: "a",
    },
  );
});

Deno.test("What is not understood in an address is as if it were not there", () => {
  for (const near of ["", "53.9", "a,b", "91,0", "0,181", "1,2,3", ",1"]) {
    assertEquals(search(`near=${near}`).near, undefined);
  }
  for (const bbox of ["1,2,3", "23,57,33,51", "0,-91,1,1", "-181,0,1,1"]) {
    assertEquals(search(`bbox=${bbox}`).bbox, undefined);
  }
  assertEquals(search("category=a%26b&view=table&order=x&country=by&radius=1"), search(""));
  assertEquals(search(`q=${"x".repeat(200)}`).words.length, 100);
});

Deno.test("A rectangle may cross the antimeridian", () => {
  assertEquals(search("bbox=170,-10,-170,10").bbox, [170, -10, -170, 10]);
});

Deno.test("The list is from where the person is, unless another place or fame is chosen", () => {
  assertEquals(listParams(search(""), minsk), { near: minsk, limit: 24 });
  assertEquals(listParams(search("near=55,30"), minsk).near, {
    latitude: 55,
    longitude: 30,
  });
  assertEquals(listParams(search("order=popular"), minsk), { limit: 24 });
  assertEquals(listParams(search("q=mir&category=castle&bbox=1,2,3,4"), null), {
    query: "mir",
    category: "castle",
    bbox: [1, 2, 3, 4],
    limit: 24,
  });
});

Deno.test("The map is restricted by words and subject, and by its own view", () => {
  const view = { bbox: [27.12345, 53.1, 28.9, 54.00001], zoom: 12.4 };
  assertEquals(mapParams(search("q=mir&category=castle&bbox=1,2,3,4"), view, null), {
    query: "mir",
    category: "castle",
    bbox: [27.123, 53.1, 28.9, 54.001],
    zoom: 12,
  });
});

Deno.test("List and map have the same filters; a radius needs a place", () => {
  const filters = search("city=Mir&country=BY&radius=2000&open=now");
  const shared = { city: "Mir", countryCode: "BY", isOpen: true, near: minsk, radius: 2_000 };
  assertEquals(listParams(filters, minsk), { ...shared, limit: 24 });
  assertEquals(countParams(filters, minsk), {
    ...shared,
    limit: 1,
    facets: ["category", "city", "country", "open-now"],
  });
  const view = { bbox: [27, 53, 28, 54], zoom: 9 };
  assertEquals(mapParams(filters, view, minsk), { ...shared, bbox: [27, 53, 28, 54], zoom: 9 });
  assertEquals(listParams(filters, null), { city: "Mir", countryCode: "BY", isOpen: true, limit: 24 });
  assertEquals(mapParams(search(""), view, minsk), { bbox: [27, 53, 28, 54], zoom: 9 });
});

Deno.test("A view's rectangle is written a little larger, and inside the world", () => {
  assertEquals(
    writeBounds([-180, -85.05119, 180, 89.9999]),
    "-180,-85.052,180,90",
  );
});

Deno.test("Places have a smallest rectangle", () => {
  assertEquals(boundsOf([minsk, { latitude: 55, longitude: 26 }]), [
    26,
    53.9,
    27.56,
    55,
  ]);
  assertEquals(boundsOf([]), undefined);
});

Deno.test("A museum that is on two pages is listed once", () => {
  /** @param {string[]} ids @returns {any} */
  const page = (...ids) => ({ items: ids.map((id) => ({ id })) });
  assertEquals(itemsOf([page("a", "b"), page("b", "c")]).map(({ id }) => id), [
    "a",
    "b",
    "c",
  ]);
});

Deno.test("A sheet that is let go takes the nearest height, and after a flick the next one", () => {
  const stops = [100, 400, 700];
  assertEquals(heightAfter(240, stops, 0), "low");
  assertEquals(heightAfter(260, stops, 0), "half");
  assertEquals(heightAfter(600, stops, 0.1), "full");
  assertEquals(heightAfter(110, stops, 1), "half");
  assertEquals(heightAfter(690, stops, -1), "half");
  assertEquals(heightAfter(100, stops, -1), "low");
  assertEquals(heightAfter(700, stops, 1), "full");
});

Deno.test("The sheet goes up by presses and then down, and one step by an arrow", () => {
  assertEquals(
    ["low", "half", "full"].map((one) => heightBy(/** @type {any} */ (one), "press")),
    [
      "half",
      "full",
      "low",
    ],
  );
  assertEquals(heightBy("full", "up"), "full");
  assertEquals(heightBy("full", "down"), "half");
  assertEquals(heightBy("low", "down"), "low");
});

Deno.test("The arrow keys go through the suggestions and back into the field", () => {
  assertEquals([-1, 0, 1, 2].map((at) => nextOption("ArrowDown", at, 3)), [
    0,
    1,
    2,
    -1,
  ]);
  assertEquals([-1, 0, 2].map((at) => nextOption("ArrowUp", at, 3)), [
    2,
    -1,
    1,
  ]);
  assertEquals(nextOption("Tab", 1, 3), 1);
});

Deno.test("Only web addresses become links", () => {
  assertEquals(siteOf("https://www.mir.by/en?a=1"), {
    href: "https://www.mir.by/en?a=1",
    name: "mir.by",
  });
  assertEquals(
    ["javascript:alert(1)", "data:text/html,a", "mir.by", "", undefined].map(
      siteOf,
    ),
    Array(5).fill(undefined),
  );
});

Deno.test("A town is not named twice in an address", () => {
  assertEquals(addressOf({ address: "Mir, Korelichi District", city: "Mir" }), "Mir, Korelichi District");
  assertEquals(addressOf({ address: "4 Kupala Street", city: "Minsk" }), "4 Kupala Street, Minsk");
  assertEquals(addressOf({ city: "Minsk" }), "Minsk");
});

Deno.test("A route's address names the place; its label ends where it should", () => {
  assertEquals(
    routeOf(minsk, "A (B) & C", false),
    "geo:53.9,27.56?q=53.9,27.56(A%20%20B%20%20%26%20C)",
  );
  assertEquals(routeOf(minsk, "A (B) & C", true), "maps:?daddr=53.9,27.56&q=A%20(B)%20%26%20C");
});

Deno.test("A picture of another host is not loaded", () => {
  const origin = "https://vokol.example:8443";
  const pathOf = (/** @type {string} */ url) => ownPicture({ url }, origin)?.path;
  assertEquals(pathOf(`${origin}/pictures/a.jpg?w=1`), "/pictures/a.jpg?w=1");
  assertEquals(pathOf("/pictures/a.jpg"), "/pictures/a.jpg");
  assertEquals(pathOf("https://vokol.example/a.jpg"), undefined);
  assertEquals(pathOf("https://"), undefined);
  assertEquals(ownPicture(undefined, origin), undefined);
});

Deno.test("The browser chooses among the sizes of a picture, by format", () => {
  const size = (/** @type {string} */ url, /** @type {number} */ width, /** @type {string} */ format) => ({
    url,
    width,
    height: width / 2,
    format,
  });
  const picture = {
    url: "/v1/pictures/d",
    sizes: [
      size("/v1/pictures/a", 160, "jpeg"),
      size("/v1/pictures/b", 160, "webp"),
      size("/v1/pictures/d", 480, "jpeg"),
      size("/v1/pictures/e", 480, "webp"),
      size("https://elsewhere.example/f", 960, "webp"),
      size("/v1/pictures/g", 960, "newer"),
    ],
  };
  assertEquals(ownPicture(picture, "https://vokol.example"), {
    path: "/v1/pictures/d",
    webp: "/v1/pictures/b 160w, /v1/pictures/e 480w",
    jpeg: "/v1/pictures/a 160w, /v1/pictures/d 480w",
  });
});

Deno.test("The operator's tiles are set, or the built-in map is used", () => {
  const template = "/{z}/{x}/{y}.png";
  assertEquals(readWebSettings({ tiles: { template, attribution: "Ada" } }), {
    tiles: { url: template, attribution: "Ada" },
  });
  for (
    const document of [{ tiles: null }, {}, null, { tiles: { template: 1 } }, {
      tiles: { template: "" },
    }]
  ) {
    assertEquals(readWebSettings(document), { tiles: undefined });
  }
});

Deno.test("Distances are written in metres, then kilometres; a long way is no walk", async () => {
  changeSettings({ language: "ru" });
  await applyLanguage();
  await Promise.all([loadTexts("core"), loadTexts("museums")]);
  assertEquals(distanceText(298.4), "298\u00a0м");
  assertEquals(distanceText(1_240), "1,2\u00a0км");
  assertEquals(distanceText(48_300), "48\u00a0км");
  assertEquals([10, 298, 346, 4_500, 4_600].map(walkMinutes), [
    1,
    4,
    5,
    60,
    undefined,
  ]);
  assertEquals(wayText(298), "298\u00a0м · 4\u00a0мин");
  assertEquals(wayText(undefined), "");
});

Deno.test("Map: it shows the area of the search, else the best finds, else where the search is from", () => {
  const here = { latitude: 53.9, longitude: 27.5 };
  const items = [1, 2, 3, 4, 5, 6].map((at) => ({ id: `m${at}`, location: { latitude: 50 + at, longitude: at } }));
  assertEquals(aimOf({ search: search(""), here: null, items }), { name: "" });
  assertEquals(aimOf({ search: search(""), here, items }), { name: "53.9,27.5", centre: here });
  const near = { latitude: 52, longitude: 24 };
  assertEquals(aimOf({ search: search("near=52,24"), here, items }), { name: "52,24", centre: near });
  const found = { name: "m1,m2,m3,m4,m5", bbox: [1, 51, 5, 55] };
  assertEquals(aimOf({ search: search("q=castle"), here, items }), found);
  assertEquals(aimOf({ search: search("q=castle"), here, items: [] }), { name: "53.9,27.5", centre: here });
  const area = { name: "23,51,32,56", bbox: [23, 51, 32, 56] };
  assertEquals(aimOf({ search: search("q=castle&bbox=23,51,32,56"), here, items }), area);
});

/** @type {any} */
const hours = {
  timeZone: "Europe/Minsk",
  status: { at: "2026-11-27T09:00:00Z", isOpen: true, changesAt: "2026-11-27T15:00:00Z" },
  days: [
    { date: "2026-11-27", spans: [{ opensAt: "2026-11-27T07:00:00Z", closesAt: "2026-11-27T15:00:00Z" }] },
    { date: "2026-11-28", spans: [], closedBecause: "holiday" },
    { date: "2026-11-29", spans: [{ opensAt: "2026-11-29T07:00:00Z", closesAt: "2026-11-29T15:00:00Z" }] },
  ],
};

Deno.test("A kept answer tells on each of its days whether a museum is open", () => {
  const at = (/** @type {string} */ time) => stateOf(hours, Date.parse(time));
  assertEquals(at("2026-11-27T10:00:00Z"), { isOpen: true, until: "2026-11-27T15:00:00.000Z" });
  assertEquals(at("2026-11-27T15:00:00Z"), { isOpen: false, opensAt: "2026-11-29T07:00:00Z", because: "hours" });
  assertEquals(at("2026-11-28T10:00:00Z"), { isOpen: false, opensAt: "2026-11-29T07:00:00Z", because: "holiday" });
  assertEquals(at("2026-11-29T16:00:00Z"), { isOpen: false, opensAt: undefined, because: "hours" });
  assertEquals(at("2026-11-30T10:00:00Z"), undefined);
});

Deno.test("A museum that never closes is open without an end", () => {
  const days = ["2026-11-27", "2026-11-28"].map((date) => ({
    date,
    spans: [{ opensAt: `${date}T00:00:00Z`, closesAt: new Date(Date.parse(date) + 86_400_000).toISOString() }],
  }));
  /** @type {any} */
  const always = { timeZone: "UTC", status: { at: "2026-11-27T09:00:00Z", isOpen: true }, days };
  assertEquals(stateOf(always, Date.parse("2026-11-27T23:00:00Z")), { isOpen: true });
});
