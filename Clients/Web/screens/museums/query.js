/** The search as an address, and the parameters of its calls. */

/**
 * @typedef {import("../../core/position.js").Point} Point
 * @typedef {[west: number, south: number, east: number, north: number]} Bounds
 * @typedef {import("../../contract/types.d.ts").MuseumsSearchParams} SearchParams
 * @typedef {import("../../contract/types.d.ts").MuseumsMapParams} MapParams
 * @typedef {import("../../contract/types.d.ts").MuseumCategoryInput} Category
 *
 * @typedef {object} Search
 * @property {string} words
 * @property {Category | undefined} category
 * @property {string} city
 * @property {string} country The code of a country.
 * @property {number | undefined} radius Metres around the place to search from.
 * @property {boolean} isOpenNow True: only museums that are open now.
 * @property {Point | undefined} near The place to search from; where the person is if absent.
 * @property {string} place The name of that place, if it was chosen by name.
 * @property {Bounds | undefined} bbox
 * @property {"list" | "map"} view
 * @property {boolean} isByFame True: the best known come first, not the nearest.
 * @property {string} museum The chosen museum, whose pin is encircled.
 */

/** The page size: divisible by two, three and four, the possible numbers of columns. */
export const pageSize = 24;
const mostWords = 100;
/** The distances to choose from, in metres. */
export const radii = [2_000, 10_000, 50_000];
/** After words, the map shows the best of what was found. */
const mostFitted = 5;

/** @param {string | null} text @param {number} count @returns {number[] | undefined} */
function numbersIn(text, count) {
  const numbers = (text ?? "").split(",").map((one) => (one.trim() === "" ? NaN : Number(one)));
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : undefined;
}

/** @param {number} value @param {number} limit */
const isWithin = (value, limit) => Math.abs(value) <= limit;

/** @param {string | null} text @returns {Point | undefined} */
function readPoint(text) {
  const numbers = numbersIn(text, 2);
  if (!numbers || !isWithin(numbers[0], 90) || !isWithin(numbers[1], 180)) return undefined;
  return { latitude: numbers[0], longitude: numbers[1] };
}

/** @param {string | null} text @returns {Bounds | undefined} */
function readBounds(text) {
  const numbers = numbersIn(text, 4);
  if (!numbers) return undefined;
  const [west, south, east, north] = numbers;
  const isSound = isWithin(west, 180) && isWithin(east, 180) && south >= -90 && south < north && north <= 90;
  return isSound ? [west, south, east, north] : undefined;
}

/** @param {string | null} text */
const readCountry = (text) => /^[A-Z]{2}$/.test(text ?? "") ? /** @type {string} */ (text) : "";

/** Reads an address; ignores what is malformed. @param {URLSearchParams} query @returns {Search} */
export function readSearch(query) {
  const category = query.get("category") ?? "";
  return {
    words: (query.get("q") ?? "").trim().slice(0, mostWords),
    category: /^[a-z-]{1,40}$/.test(category) ? /** @type {Category} */ (category) : undefined,
    city: (query.get("city") ?? "").trim().slice(0, mostWords),
    country: readCountry(query.get("country")),
    radius: radii.find((radius) => String(radius) === query.get("radius")),
    isOpenNow: query.get("open") === "now",
    near: readPoint(query.get("near")),
    place: query.get("place") ?? "",
    bbox: readBounds(query.get("bbox")),
    view: query.get("view") === "map" ? "map" : "list",
    isByFame: query.get("order") === "popular",
    museum: query.get("museum") ?? "",
  };
}

/** @param {Point} point */
export const writePoint = ({ latitude, longitude }) => `${latitude},${longitude}`;

/** Writes a rectangle for the address, slightly enlarged by rounding. @param {readonly number[]} bbox */
export function writeBounds([west, south, east, north]) {
  /** @param {number} value @param {(value: number) => number} round @param {number} limit */
  const outward = (value, round, limit) => Math.max(-limit, Math.min(limit, round(value * 1_000) / 1_000));
  return [
    outward(west, Math.floor, 180),
    outward(south, Math.floor, 90),
    outward(east, Math.ceil, 180),
    outward(north, Math.ceil, 90),
  ].join(",");
}

/** The filters that the list and the map share. @param {Search} search */
const filters = ({ words, category, city, country, isOpenNow }) => ({
  ...(words && { query: words }),
  ...(category && { category }),
  ...(city && { city }),
  ...(country && { countryCode: country }),
  ...(isOpenNow && { isOpen: true }),
});

/** The point that distances are from; none in a list by fame. @param {Search} search @param {Point | null} here */
function originOf({ isByFame, near }, here) {
  const from = isByFame ? undefined : near ?? here;
  return from && { latitude: from.latitude, longitude: from.longitude };
}

/**
 * The parameters of the list.
 * @param {Search} search @param {Point | null} here
 * @returns {SearchParams}
 */
export function listParams(search, here) {
  const { bbox, radius } = search;
  const near = originOf(search, here);
  return {
    ...filters(search),
    ...(near && { near }),
    ...(near && radius && { radius }),
    ...(bbox && { bbox }),
    limit: pageSize,
  };
}

/**
 * The parameters of the numbers of museums for each filter.
 * @param {Search} search @param {Point | null} here
 * @returns {SearchParams}
 */
export const countParams = (search, here) => ({
  ...listParams(search, here),
  limit: 1,
  facets: ["category", "city", "country", "open-now"],
});

/**
 * The parameters of the pins in a view of the map.
 * @param {Search} search @param {{ bbox: readonly number[], zoom: number }} view @param {Point | null} here
 * @returns {MapParams}
 */
export function mapParams(search, { bbox, zoom }, here) {
  const near = search.radius && originOf(search, here);
  return {
    ...filters(search),
    ...(near && { near, radius: search.radius }),
    bbox: /** @type {Bounds} */ (writeBounds(bbox).split(",").map(Number)),
    zoom: Math.max(0, Math.min(20, Math.round(zoom))),
  };
}

/**
 * The smallest rectangle around places, or undefined for none.
 * @param {readonly Point[]} places
 * @returns {Bounds | undefined}
 */
export function boundsOf(places) {
  if (places.length === 0) return undefined;
  const latitudes = places.map(({ latitude }) => latitude);
  const longitudes = places.map(({ longitude }) => longitude);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}

/**
 * What a map is to show: the area or the best finds of a search, or where it is from; nothing while that is not known.
 * @param {{ search: Search, here: Point | null, items: readonly { id: string, location: Point }[] }} props
 * @returns {{ name: string, bbox?: readonly number[], centre?: Point }}
 */
export function aimOf({ search, here, items }) {
  if (search.bbox) return { name: search.bbox.join(), bbox: search.bbox };
  const found = search.words ? items.slice(0, mostFitted) : [];
  const bbox = boundsOf(found.map(({ location }) => location));
  if (bbox) return { name: found.map(({ id }) => id).join(), bbox };
  const centre = search.near ?? here;
  return centre ? { name: `${centre.latitude},${centre.longitude}`, centre } : { name: "" };
}
