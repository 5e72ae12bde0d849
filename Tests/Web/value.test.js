/** Values and the components that observe them. */
import { assertEquals } from "./assert.js";

/** What the last rendering left to the next frame. @type {() => void} */
let atNextFrame = () => {};

// Preact looks for frames when it is loaded.
Object.assign(globalThis, {
  document: {},
  requestAnimationFrame: (/** @type {() => void} */ work) => (atNextFrame = work, 1),
  cancelAnimationFrame: () => {},
});
const { useValue, Value } = await import("../../Clients/Web/core/value.js");
const { h, render } = await import("../../Clients/Web/core/view.js");

/** Lets Preact do what it has put off until after the current turn of the event loop. */
const turn = () => new Promise((resume) => setTimeout(resume));

/** Runs the effects of the last rendering. */
function nextFrame() {
  atNextFrame();
  return turn();
}

/**
 * Renders a component into a document that needs no elements, because the component shows nothing; returns what it saw
 * at each rendering, and how to remove it.
 * @param {() => unknown} see
 */
function shown(see) {
  const parent = /** @type {any} */ ({ childNodes: [], firstChild: null, nodeType: 1 });
  /** @type {unknown[]} */
  const seen = [];
  const Component = () => {
    seen.push(see());
    return null;
  };
  render(h(Component, {}), parent);
  return { seen, remove: () => render(null, parent) };
}

Deno.test("A component that observes a part renders again only when that part changes", async () => {
  const value = new Value({ path: "/park", query: "" });
  const { seen, remove } = shown(() => useValue(value, ({ path }) => path));
  await nextFrame();
  value.set({ path: "/park", query: "sheet=1" });
  await turn();
  assertEquals(seen, ["/park"]);
  value.set({ path: "/museums", query: "sheet=1" });
  await turn();
  assertEquals(seen, ["/park", "/museums"]);
  remove();
});

Deno.test("A component that observes the whole value renders again at each change", async () => {
  const value = new Value(1);
  const { seen, remove } = shown(() => useValue(value));
  await nextFrame();
  value.set(2);
  await turn();
  value.set(2);
  await turn();
  assertEquals(seen, [1, 2]);
  remove();
});

Deno.test("A change between the rendering and the next frame is seen", async () => {
  const value = new Value(1);
  const { seen, remove } = shown(() => useValue(value));
  value.set(2);
  await nextFrame();
  await turn();
  assertEquals(seen, [1, 2]);
  remove();
});

Deno.test("A removed component observes no more", async () => {
  let observers = 0;
  const value = new class extends Value {
    /** @override @param {() => void} observer */
    observe(observer) {
      observers += 1;
      const end = super.observe(observer);
      return () => (observers -= 1, end());
    }
  }(1);
  const { remove } = shown(() => useValue(value));
  await nextFrame();
  assertEquals(observers, 1);
  remove();
  assertEquals(observers, 0);
});
