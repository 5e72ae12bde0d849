import { assertEquals, assertRejects } from "./assert.js";
import { PictureCache } from "../../Clients/Web/core/pictures.js";

/** A cache with sources that tell what happened; each picture has so many bytes. @param {{ most?: number, bytes?: number, size?: number }} [limits] */
function cacheFor({ most = 2, bytes = 1000, size = 100 } = {}) {
  /** @type {string[]} */
  const log = [];
  /** @type {Map<string, () => void>} */
  const waiting = new Map();
  let isHeld = false;
  let status = 200;
  const cache = new PictureCache(
    {
      fetch: (path, { signal }) => {
        log.push(`fetch ${path}`);
        return new Promise((resolve, reject) => {
          signal.addEventListener("abort", () => {
            log.push(`abort ${path}`);
            reject(signal.reason);
          });
          const answer = () => resolve(new Response(new Uint8Array(size), { status }));
          isHeld ? waiting.set(path, answer) : answer();
        });
      },
      createURL: () => `blob:${log.filter((line) => line.startsWith("fetch")).length}`,
      revokeURL: (url) => log.push(`revoke ${url}`),
    },
    most,
    bytes,
  );
  return {
    cache,
    log,
    hold: () => isHeld = true,
    answer: (/** @type {string} */ path) => waiting.get(path)?.(),
    fail: () => status = 500,
  };
}

Deno.test("A picture is loaded once for all who show it", async () => {
  const { cache, log } = cacheFor();
  const [one, other] = [cache.acquire("/a"), cache.acquire("/a")];
  assertEquals(await one.url, await other.url);
  assertEquals(log, ["fetch /a"]);
});

Deno.test("The least recently used picture is dropped and its address revoked", async () => {
  const { cache, log } = cacheFor();
  for (const path of ["/a", "/b"]) {
    const lease = cache.acquire(path);
    await lease.url;
    lease.release();
  }
  const again = cache.acquire("/a");
  again.release();
  await cache.acquire("/c").url;
  assertEquals(log, ["fetch /a", "fetch /b", "fetch /c", "revoke blob:2"]);
  assertEquals(cache.held, { count: 2, bytes: 200 });
});

Deno.test("A shown picture outlives those that nobody shows", async () => {
  const { cache, log } = cacheFor();
  await cache.acquire("/shown").url;
  const hidden = cache.acquire("/hidden");
  await hidden.url;
  hidden.release();
  await cache.acquire("/next").url;
  assertEquals(log.at(-1), "revoke blob:2");
});

Deno.test("The limit holds even if more pictures are shown, and their users are told", async () => {
  const { cache } = cacheFor();
  let dropped = "";
  await cache.acquire("/a", () => dropped += "a").url;
  await cache.acquire("/b", () => dropped += "b").url;
  await cache.acquire("/c", () => dropped += "c").url;
  assertEquals(dropped, "a");
  assertEquals(cache.held.count, 2);
});

Deno.test("Bytes are a limit of their own", async () => {
  const { cache } = cacheFor({ most: 20, bytes: 250 });
  for (const path of ["/a", "/b", "/c"]) await cache.acquire(path).url;
  assertEquals(cache.held, { count: 2, bytes: 200 });
});

Deno.test("A picture larger than the limit is shown alone", async () => {
  const { cache } = cacheFor({ bytes: 50 });
  await cache.acquire("/a").url;
  await cache.acquire("/b").url;
  assertEquals(cache.held, { count: 1, bytes: 100 });
});

Deno.test("A load that nobody waits for is aborted", async () => {
  const { cache, log, hold } = cacheFor();
  hold();
  const [one, other] = [cache.acquire("/a"), cache.acquire("/a")];
  one.release();
  assertEquals(log, ["fetch /a"]);
  other.release();
  await assertRejects(() => other.url);
  assertEquals(log, ["fetch /a", "abort /a"]);
  assertEquals(cache.held.count, 0);
});

Deno.test("A picture that is asked for again while its load is aborted is loaded anew", async () => {
  const { cache, log, hold, answer } = cacheFor();
  hold();
  const first = cache.acquire("/a");
  first.release();
  const second = cache.acquire("/a");
  await assertRejects(() => first.url);
  answer("/a");
  await second.url;
  assertEquals(log, ["fetch /a", "abort /a", "fetch /a"]);
  assertEquals(cache.held.count, 1);
});

Deno.test("A failed load is tried again with the next use", async () => {
  const { cache, log, fail } = cacheFor();
  fail();
  await assertRejects(() => cache.acquire("/a").url);
  await assertRejects(() => cache.acquire("/a").url);
  assertEquals(log, ["fetch /a", "fetch /a"]);
});

Deno.test("Clearing revokes every address and tells who shows one", async () => {
  const { cache, log } = cacheFor();
  let isDropped = false;
  await cache.acquire("/a", () => isDropped = true).url;
  cache.clear();
  assertEquals([log.at(-1), isDropped, cache.held.count], ["revoke blob:1", true, 0]);
});
