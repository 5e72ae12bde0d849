/** Museums of cities that are kept in this browser: how they are kept, listed, searched and opened without a network. */
import "../../contract/account-methods.js";
import { call } from "../../core/api.js";
import { language } from "../../core/languages.js";
import { distance } from "../../core/position.js";
import { Problem } from "../../core/problem.js";
import { cityPrefix, onTable } from "../../core/store.js";
import { stateOf } from "./hours.js";
import { forgetPictures, keepPictures, withKeptPicture } from "./kept-pictures.js";

/**
 * @typedef {import("../../contract/types.d.ts").MuseumsGetResult} Museum
 * @typedef {import("../../contract/types.d.ts").MuseumsSearchParams} SearchParams
 * @typedef {import("../../contract/types.d.ts").MuseumsBundleResult} Page
 *
 * @typedef {object} City A city with its museums.
 * @property {string} city
 * @property {string} country
 * @property {string} language The language of the texts.
 * @property {string} version The state of the catalogue.
 * @property {Museum[]} museums
 * @property {Record<string, number>} pictures The paths of kept pictures, with their bytes.
 *
 * @typedef {City & { fetchedAt: number }} KeptCity
 */

/** The most cities, and the most museums of one. */
export const mostCities = 5;
export const mostMuseums = 1_000;
const pageSize = 100;

/** @param {string} city @param {string} country */
const keyOf = (city, country) => `${cityPrefix}${country} ${fold(city)}`;

/** @param {KeptCity} kept */
const store = (kept) => onTable("answers", "readwrite", (answers) => answers.put(kept, keyOf(kept.city, kept.country)));

/** Text in the form in which texts are compared: lower case, without diacritics. @param {string} text */
export const fold = (text) =>
  text.normalize("NFD").replace(/\p{M}+/gu, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();

/** All kept cities, by name. @returns {Promise<KeptCity[]>} */
export async function keptCities() {
  const range = IDBKeyRange.bound(cityPrefix, `${cityPrefix}\uffff`);
  /** @type {KeptCity[]} */
  const cities = await onTable("answers", "readonly", (answers) => answers.getAll(range)) ?? [];
  return cities.sort((one, other) => one.city.localeCompare(other.city));
}

/**
 * The museums after the pages of a bundle were read.
 * @param {readonly Museum[]} held @param {readonly Page[]} pages
 */
export function museumsAfter(held, pages) {
  const museums = new Map((pages[0]?.isWhole ? [] : held).map((museum) => [museum.id, museum]));
  for (const page of pages) {
    for (const id of page.removed) museums.delete(id);
    for (const museum of page.items) museums.set(museum.id, museum);
  }
  return [...museums.values()].slice(0, mostMuseums);
}

/**
 * Reads the pages of what changed since a version, or of all museums.
 * @param {string | undefined} since
 * @param {(params: { since?: string, cursor?: string }) => Promise<Page>} read Reads a page.
 * @returns {Promise<Page[]>}
 */
export async function pagesSince(since, read) {
  /** @type {Page[]} */
  const pages = [];
  /** @type {string | undefined} */
  let cursor;
  do {
    try {
      const page = await read({ ...(since && { since }), ...(cursor && { cursor }) });
      pages.push(page);
      cursor = page.nextCursor;
    } catch (problem) {
      // The server forgets old versions, even between two pages: then all museums are read.
      if (!since || !cursor || !(problem instanceof Problem) || problem.status !== 422) throw problem;
      return pagesSince(undefined, read);
    }
  } while (cursor && pages.length * pageSize < mostMuseums);
  return pages;
}

/**
 * Keeps the museums of a city, or brings them up to date: asks for those that changed since the last time, and for all
 * of them in another language.
 * @param {string} city @param {string} country
 */
export async function keepCity(city, country) {
  /** @type {KeptCity | undefined} */
  const held = await onTable("answers", "readonly", (answers) => answers.get(keyOf(city, country)));
  const since = held?.language === language.current ? held.version : undefined;
  const pages = await pagesSince(
    since,
    (params) => call("museums.bundle", { city, countryCode: country, limit: pageSize, ...params }),
  );
  /** @type {KeptCity} */
  const kept = {
    city,
    country,
    language: language.current,
    version: pages[0].version,
    museums: museumsAfter(held?.museums ?? [], pages),
    pictures: held?.pictures ?? {},
    fetchedAt: Date.now(),
  };
  await store(kept);
  // The texts are kept even if the pictures fail.
  await store({ ...kept, pictures: await keepPictures(kept, await keptCities()) });
}

/** @param {KeptCity} kept */
export async function forgetCity(kept) {
  await onTable("answers", "readwrite", (answers) => answers.delete(keyOf(kept.city, kept.country)));
  await forgetPictures(Object.keys(kept.pictures), await keptCities());
}

/** The bytes of a kept city, pictures included. @param {City} kept */
export const bytesOf = ({ museums, pictures }) =>
  new Blob([JSON.stringify(museums)]).size + Object.values(pictures).reduce((sum, bytes) => sum + bytes, 0);

/**
 * The museums of kept cities that a search finds, as an answer of `museums.search` without further pages; undefined if a
 * list is kept that no city replaces.
 * @param {SearchParams} params @param {unknown} [kept] The kept list.
 */
export async function keptList(params, kept) {
  const cities = await keptCities();
  const wanted = params.city && fold(params.city);
  const used = wanted ? cities.filter(({ city }) => fold(city) === wanted) : kept ? [] : cities;
  if (used.length === 0) return undefined;
  const items = used.flatMap(({ museums, pictures }) =>
    found(museums, params).map((museum) => withKeptPicture(museum, pictures))
  );
  const value = { items: ordered(items, params), total: items.length, isTotalExact: true };
  return { value, fetchedAt: Math.min(...used.map(({ fetchedAt }) => fetchedAt)) };
}

/** A museum of a kept city, as an answer of `museums.get`. @param {string} id */
export async function keptMuseum(id) {
  for (const { museums, pictures, fetchedAt } of await keptCities()) {
    const museum = museums.find((one) => one.id === id);
    if (museum) return { value: withKeptPicture(museum, pictures), fetchedAt };
  }
  return undefined;
}

/**
 * The museums that contain all words and pass the filters.
 * @param {readonly Museum[]} museums @param {SearchParams} params
 */
export function found(museums, { query, category, countryCode, near, radius, bbox, isOpen }, now = Date.now()) {
  const words = fold(query ?? "").split(" ");
  return museums.filter((museum) => {
    const { latitude, longitude } = museum.location;
    const text = textOf(museum);
    return words.every((word) => text.includes(word)) &&
      (!category || museum.category === category) && (!countryCode || museum.countryCode === countryCode) &&
      (!near || !radius || distance(near, museum.location) <= radius) &&
      (!bbox || (bbox[1] <= latitude && latitude <= bbox[3] && isBetween(longitude, bbox[0], bbox[2]))) &&
      (!isOpen || (museum.hours && stateOf(museum.hours, now)?.isOpen === true));
  });
}

/** @param {number} longitude @param {number} west @param {number} east East of the antimeridian if below `west`. */
const isBetween = (longitude, west, east) =>
  west <= east ? west <= longitude && longitude <= east : longitude >= west || longitude <= east;

/** @param {Museum} museum */
const textOf = ({ name, city, address, categoryName, description }) =>
  fold([name, city, address, categoryName, description].join(" "));

/**
 * First the museums whose names contain the words, within them the nearest or by name.
 * @param {Museum[]} museums @param {SearchParams} params
 */
function ordered(museums, { query, near }) {
  const words = fold(query ?? "").split(" ");
  return museums.map((museum) => ({
    ...museum,
    ...(near && { distance: Math.round(distance(near, museum.location)) }),
    isNamed: words.every((word) => fold(museum.name).includes(word)),
  })).sort((one, other) =>
    Number(other.isNamed) - Number(one.isNamed) || (one.distance ?? 0) - (other.distance ?? 0) ||
    one.name.localeCompare(other.name)
  );
}
