/** The pictures of kept cities, in a cache of the browser from which the worker answers. */
import { ownPicture } from "../../parts/own-picture.js";

/**
 * @typedef {import("./kept-museums.js").Museum} Museum
 * @typedef {import("./kept-museums.js").City} City
 */

const cacheName = "vokol-pictures";
/** The most pictures of a city, and the most bytes of all of them. */
const mostPictures = 100;
const mostBytes = 4 * 1024 * 1024;
/** The width that a card needs, in pixels. */
const width = 320;

/**
 * The path of the picture to keep: the smallest one that is wide enough for a card, or else the largest.
 * @param {Museum} museum @param {string} origin
 */
export function pathOf({ picture }, origin) {
  if (!ownPicture(picture, origin)) return undefined;
  const sizes = (picture?.sizes ?? []).filter(({ format }) => format === "webp").sort((one, other) =>
    one.width - other.width
  );
  return (sizes.find((size) => size.width >= width) ?? sizes.at(-1) ?? picture)?.url;
}

/** The museum with the kept size of its picture alone. @param {Museum} museum @param {Record<string, number>} kept */
export function withKeptPicture(museum, kept) {
  const { picture } = museum;
  const path = picture && pathOf(museum, location.origin);
  return picture && path && path in kept ? { ...museum, picture: { ...picture, url: path, sizes: [] } } : museum;
}

/**
 * Keeps the pictures of a city, and removes those that it no longer needs.
 * @param {City} city @param {readonly City[]} all
 * @returns {Promise<Record<string, number>>} The kept ones, with their bytes.
 */
export async function keepPictures({ museums, pictures }, all) {
  // Pages on insecure connections have no caches.
  if (!globalThis.caches) return {};
  const wanted = museums.flatMap((museum) => pathOf(museum, location.origin) ?? []).slice(0, mostPictures);
  /** @type {Record<string, number>} */
  const kept = {};
  let rest = mostBytes;
  try {
    const cache = await caches.open(cacheName);
    for (const path of new Set(wanted)) {
      let bytes = pictures[path];
      if (!bytes || !(await cache.match(path))) {
        const response = await fetch(path);
        // The server may ask for a pause: the next time, the rest follows.
        if (!response.ok) break;
        bytes = (await response.clone().blob()).size;
        if (bytes > rest) break;
        await cache.put(path, response);
      }
      rest -= bytes;
      kept[path] = bytes;
    }
  } catch {
    // There is no network any more, or no room: what is kept so far stays.
  }
  await forgetPictures(Object.keys(pictures).filter((path) => !(path in kept)), all);
  return kept;
}

/** Removes pictures that no kept city needs. @param {readonly string[]} paths @param {readonly City[]} all */
export async function forgetPictures(paths, all) {
  if (!globalThis.caches) return;
  const cache = await caches.open(cacheName);
  const used = new Set(all.flatMap(({ museums }) => museums.map((museum) => pathOf(museum, location.origin))));
  await Promise.all(paths.filter((path) => !used.has(path)).map((path) => cache.delete(path)));
}
