/**
 * The service worker: the files of one build, for use without a network.
 *
 * It never answers a call: data of an account must not be in a cache that all accounts of a browser share, and some
 * browsers end a stream through a worker after seconds. Pictures of museums are the same for everyone.
 */

/**
 * The routes have elements that name the files of their screens, by language.
 * @type {{ version: string, files: string[], shells: Record<string, string>,
 *   routes: Record<string, Record<string, string>> }}
 */
// @ts-ignore: defined by the build
const build = BUILD;
const cacheName = `vokol-${build.version}`;
/** The cache of map files, filled as they are viewed and kept across versions. */
const mapCache = "vokol-map";
/** The caches that belong to no version; `vokol-pictures` is that of `screens/museums/kept-pictures.js`. */
const lasting = [mapCache, "vokol-pictures"];

const scope = /** @type {any} */ (self);

scope.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(install());
});

/** The number of files that are fetched at once: all of them would keep a page's own calls waiting on a slow line. */
const lanes = 4;

async function install() {
  const cache = await caches.open(cacheName);
  const known = await caches.keys();
  /** @param {string} path */
  const keep = async (path) => {
    // A file with a hash in its name is the same in every version.
    for (const name of known) {
      const kept = path.startsWith("/assets/") ? await (await caches.open(name)).match(path) : undefined;
      if (kept) return await cache.put(path, kept);
    }
    await cache.add(new Request(path, { cache: "no-cache" }));
  };
  const paths = build.files.values();
  await Promise.all(Array.from({ length: lanes }, async () => {
    for (const path of paths) await keep(path);
  }));
}

scope.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(activate());
});

async function activate() {
  // A page of the previous version may still be open, so its files stay for one version.
  const old = (await caches.keys()).filter((name) =>
    name.startsWith("vokol-") && name !== cacheName && !lasting.includes(name)
  );
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

scope.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "take-over") scope.skipWaiting();
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    const links = linksOf(url.pathname);
    if (links) event.respondWith(shell(request, links));
  } else if (url.pathname.startsWith("/assets/map/")) event.respondWith(keptWhenSeen(request));
  else if (/^\/(assets|v1\/pictures)\//.test(url.pathname) || build.files.includes(url.pathname)) {
    event.respondWith(fileOf(request));
  }
});

/** The links of a screen, or nothing if no screen has this path. @param {string} path */
function linksOf(path) {
  const wide = Object.keys(build.routes).filter((one) => one.endsWith("/*") && path.startsWith(one.slice(0, -1)));
  return build.routes[path] ?? build.routes[wide.sort((left, right) => right.length - left.length)[0]];
}

/** @param {Request} request @param {Record<string, string>} links */
async function shell(request, links) {
  const wanted = scope.navigator.languages.map((/** @type {string} */ tag) => tag.slice(0, 2).toLowerCase());
  const language = wanted.find((/** @type {string} */ tag) => build.shells[tag]) ?? "en";
  const kept = await (await caches.open(cacheName)).match(build.shells[language]);
  if (!kept) return await fetch(request);
  const page = (await kept.text()).replace("</head>", `${links[language]}</head>`);
  return new Response(page, { headers: kept.headers });
}

/** @param {Request} request */
const fileOf = async (request) => (await caches.match(request, { ignoreVary: true })) ?? (await fetch(request));

/** @param {Request} request */
async function keptWhenSeen(request) {
  const cache = await caches.open(mapCache);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
