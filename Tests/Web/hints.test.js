/** Hints of the server, as components get them. */
import { assertEquals } from "./assert.js";

/** @type {Record<string, () => void>} */
const handlers = {};
const document = {
  visibilityState: "visible",
  addEventListener: (/** @type {string} */ name, /** @type {() => void} */ handler) => handlers[name] = handler,
};
/** What the last rendering left to the next frame. @type {() => void} */
let atNextFrame = () => {};
// Preact looks for frames when it is loaded.
Object.assign(globalThis, {
  document,
  requestAnimationFrame: (/** @type {() => void} */ work) => (atNextFrame = work, 1),
  cancelAnimationFrame: () => {},
});
Object.defineProperty(navigator, "locks", { value: undefined, configurable: true });
const { useHints } = await import("../../Clients/Web/core/events.js");
const { h, render } = await import("../../Clients/Web/core/view.js");

/**
 * The requests of the stream, oldest first.
 * @type {{ topics: string | null, write: (text: string) => void, end: () => void }[]}
 */
const streams = [];
/** Told of the next request. @type {() => void} */
let onRequest = () => {};

/** Answers a request of the stream with one that the test writes. @param {string} path @param {RequestInit} request */
function answer(path, { signal }) {
  /** @type {ReadableStreamDefaultController} */
  let controller = /** @type {any} */ (undefined);
  const body = new ReadableStream({ start: (started) => void (controller = started) });
  signal?.addEventListener("abort", () => controller.error(signal.reason));
  streams.push({
    topics: new URL(path, "https://localhost").searchParams.get("topics"),
    write: (text) => controller.enqueue(new TextEncoder().encode(text)),
    end: () => controller.close(),
  });
  onRequest();
  return new Response(body);
}

/** The stream that opens because of something. @param {() => unknown} act */
async function streamAfter(act) {
  const requested = new Promise((resolve) => onRequest = () => resolve(null));
  act();
  await requested;
  return /** @type {typeof streams[0]} */ (streams.at(-1));
}

/** Shows a component that waits for a topic, and counts its hints. @param {string} topic */
function watch(topic) {
  const seen = { count: 0, remove: () => {} };
  const parent = /** @type {any} */ ({ childNodes: [], firstChild: null, nodeType: 1 });
  const listener = () => void (seen.count += 1);
  const Component = () => {
    useHints(topic, listener);
    return null;
  };
  render(h(Component, {}), parent);
  seen.remove = () => render(null, parent);
  atNextFrame();
  return seen;
}

Deno.test({
  name: "Data is loaded again when the stream opens after a gap, and not twice when a screen has just loaded it",
  // The module reads its stream as long as the page is open.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const { fetch, setTimeout: wait } = globalThis;
    const now = Date.now;
    let passed = 0;
    Date.now = () => now() + passed;
    globalThis.fetch = /** @type {any} */ (async (/** @type {string} */ path, /** @type {any} */ request) =>
      await answer(path, request));
    // Pauses pass at once, but for the longest wait for a line.
    globalThis.setTimeout = /** @type {any} */ ((/** @type {() => void} */ act, /** @type {number} */ time) =>
      wait(act, time > 10_000 ? time : 0));
    /** Lets the page read what the stream brought. */
    const turns = async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        await new Promise((resume) =>
          wait(resume)
        );
      }
    };
    const ready = "event: ready\ndata: {}\n\n";
    try {
      /** @type {ReturnType<typeof watch>} */
      let bookings = /** @type {any} */ (undefined);
      let stream = await streamAfter(() => bookings = watch("bookings"));
      stream.write(ready);
      await turns();
      assertEquals(bookings.count, 0);
      stream.write('event: changed\ndata: {"topic":"bookings","version":1}\n\n');
      await turns();
      assertEquals(bookings.count, 1);

      stream = await streamAfter(stream.end);
      assertEquals(bookings.count, 1);
      stream.write(ready);
      await turns();
      assertEquals(bookings.count, 2);

      passed += 5_000;
      /** @type {ReturnType<typeof watch>} */
      let slots = /** @type {any} */ (undefined);
      stream = await streamAfter(() => slots = watch("slots"));
      assertEquals(stream.topics, "bookings,slots");
      stream.write(ready);
      await turns();
      assertEquals([bookings.count, slots.count], [3, 0]);

      document.visibilityState = "hidden";
      handlers.visibilitychange();
      await turns();
      document.visibilityState = "visible";
      stream = await streamAfter(handlers.visibilitychange);
      stream.write(ready);
      await turns();
      assertEquals([bookings.count, slots.count], [4, 1]);
      bookings.remove();
      slots.remove();
      await turns();
    } finally {
      Object.assign(globalThis, { fetch, setTimeout: wait });
      Date.now = now;
    }
  },
});
