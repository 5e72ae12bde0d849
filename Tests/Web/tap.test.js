/** What happens after the frame that shows a tap. */
import { assertEquals } from "./assert.js";

/** @type {(() => void)[]} */
const frames = [];
const page = { hidden: false };
Object.assign(globalThis, {
  document: page,
  requestAnimationFrame: (/** @type {() => void} */ work) => frames.push(work),
  cancelAnimationFrame: () => {},
});
const { afterTap } = await import("../../Clients/Web/core/tap.js");
const { h, render, useState } = await import("../../Clients/Web/core/view.js");

/** Draws a frame, and lets happen what follows it. */
function nextFrame() {
  for (const work of frames.splice(0)) work();
  return new Promise((resume) => setTimeout(resume));
}

/** Runs code as the handler of a tap, or of another event. @param {() => void} handle @param {object} [event] */
function tap(handle, event) {
  Object.assign(globalThis, { event: { type: "click", isTrusted: true, ...event } });
  handle();
  Object.assign(globalThis, { event: undefined });
}

Deno.test("Acts of a tap run after its frame, in order", async () => {
  /** @type {string[]} */
  const done = [];
  tap(() => ["first", "second"].forEach((one) => afterTap(() => done.push(one))));
  assertEquals([done.length, frames.length], [0, 1]);
  await nextFrame();
  assertEquals(done, ["first", "second"]);
});

Deno.test("The frame of a tap shows the control that was pressed, until the acts run", async () => {
  const control = new Map();
  const drawn = {
    setAttribute: (/** @type {string} */ name, /** @type {string} */ value) => control.set(name, value),
    removeAttribute: (/** @type {string} */ name) => control.delete(name),
  };
  const target = { closest: (/** @type {string} */ selector) => selector.includes("button") && drawn };
  for (const event of [{ target }, { type: "submit", target: {}, submitter: target }]) {
    let seen = -1;
    tap(() => afterTap(() => seen = control.size), event);
    assertEquals(control.has("data-pressed"), true);
    await nextFrame();
    assertEquals(seen, 0);
  }
});

Deno.test("The next tap finds what the one before it has changed", () => {
  /** @type {string[]} */
  const done = [];
  for (const next of ["click", "keydown", "input", "change", "submit"]) {
    tap(() => afterTap(() => done.push(next)));
    dispatchEvent(new Event(next));
  }
  assertEquals(done, ["click", "keydown", "input", "change", "submit"]);
});

Deno.test("Acts outside a tap, or in a hidden page, run at once", () => {
  /** @type {string[]} */
  const done = [];
  afterTap(() => done.push("answer"));
  tap(() => afterTap(() => done.push("script")), { isTrusted: false });
  tap(() => afterTap(() => done.push("back")), { type: "popstate" });
  page.hidden = true;
  tap(() => afterTap(() => done.push("hidden")));
  page.hidden = false;
  assertEquals(done, ["answer", "script", "back", "hidden"]);
});

Deno.test("A component that a tap changes renders after the frame of the tap, with the last change", async () => {
  /** @type {number[]} */
  const seen = [];
  /** @type {(next: number) => void} */
  let change = () => {};
  const Counter = () => {
    const [count, setCount] = useState(0);
    change = setCount;
    seen.push(count);
    return null;
  };
  render(h(Counter, {}), /** @type {any} */ ({ childNodes: [], firstChild: null, nodeType: 1 }));
  tap(() => [1, 2].forEach((count) => change(count)));
  await Promise.resolve();
  assertEquals(seen, [0]);
  await nextFrame();
  assertEquals(seen, [0, 2]);
});
