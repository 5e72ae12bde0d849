/** Answers for components. */
import { assertEquals } from "./assert.js";

/** What the last rendering left to the next frame. @type {() => void} */
let atNextFrame = () => {};
// Preact looks for frames when it is loaded.
Object.assign(globalThis, {
  document: { addEventListener: () => {}, removeEventListener: () => {}, visibilityState: "visible" },
  requestAnimationFrame: (/** @type {() => void} */ work) => (atNextFrame = work, 1),
  cancelAnimationFrame: () => {},
});
const { useLoaded } = await import("../../Clients/Web/core/answer.js");
const { Problem } = await import("../../Clients/Web/core/problem.js");
const { h, render } = await import("../../Clients/Web/core/view.js");

/** Lets what has been put off until after the current turn of the event loop happen. */
async function turns() {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resume) => setTimeout(resume));
}

/**
 * Renders a component that loads an answer; returns the latest answer, and what ends the component.
 * @param {(options: any) => Promise<unknown>} fetchValue
 */
async function rendered(fetchValue) {
  const parent = /** @type {any} */ ({ childNodes: [], firstChild: null, nodeType: 1 });
  /** @type {ReturnType<typeof useLoaded>} */
  let answer = /** @type {any} */ (undefined);
  const Component = () => {
    answer = useLoaded("one", /** @type {any} */ (fetchValue), { isKept: false });
    return null;
  };
  render(h(Component, {}), parent);
  atNextFrame();
  await turns();
  return { latest: () => answer, end: () => render(null, parent) };
}

Deno.test("An answer that failed is loading while a person tries again, and not while it is repeated", async () => {
  /** @type {((problem: unknown) => void)[]} */
  const rejects = [];
  const fetchValue = () => new Promise((_, reject) => void rejects.push(reject));
  const { latest, end } = await rendered(fetchValue);
  /** The state after the pending load has failed. */
  const fail = async () => {
    rejects.at(-1)?.(new Problem({ status: 503 }));
    await turns();
    return [latest().isLoading, latest().problem?.status];
  };
  assertEquals(await fail(), [false, 503]);
  latest().refresh();
  await turns();
  assertEquals([rejects.length, latest().isLoading], [2, true]);
  assertEquals(await fail(), [false, 503]);
  dispatchEvent(new Event("online"));
  await turns();
  assertEquals([rejects.length, latest().isLoading], [3, false]);
  await fail();
  end();
});

Deno.test("A person with nothing to look at is told of a missing network at once, and sees what comes after all", async () => {
  /** @type {{ onTrouble: (problem: unknown) => void, resolve: (fresh: unknown) => void }[]} */
  const loads = [];
  const fetchValue = (/** @type {any} */ { onTrouble }) =>
    new Promise((resolve) => void loads.push({ onTrouble, resolve }));
  const { latest, end } = await rendered(fetchValue);
  loads[0].onTrouble(new Problem({ status: 503, isRetryable: true }));
  await turns();
  assertEquals([latest().isLoading, latest().problem], [true, undefined]);
  loads[0].onTrouble(new Problem({ status: 0, isRetryable: true }));
  await turns();
  assertEquals([latest().isLoading, latest().problem?.isOffline], [false, true]);
  loads[0].resolve({ value: 7 });
  await turns();
  assertEquals([latest().value, latest().isLoading, latest().problem], [7, false, undefined]);
  latest().refresh();
  await turns();
  loads[1].onTrouble(new Problem({ status: 0, isRetryable: true }));
  await turns();
  assertEquals([latest().value, latest().problem], [7, undefined]);
  end();
});

Deno.test("A local change survives an older answer in flight", async () => {
  /** @type {((fresh: unknown) => void)[]} */
  const resolves = [];
  const fetchValue = () => new Promise((resolve) => void resolves.push(resolve));
  const { latest, end } = await rendered(fetchValue);
  resolves[0]({ value: 1 });
  await turns();
  latest().change(() => 2);
  await turns();
  assertEquals([latest().value, resolves.length], [2, 1]);
  latest().refresh();
  await turns();
  latest().change(() => 3);
  await turns();
  assertEquals([latest().value, resolves.length], [3, 3]);
  resolves[1]({ value: 2 });
  await turns();
  assertEquals(latest().value, 3);
  resolves[2]({ value: 4 });
  await turns();
  assertEquals(latest().value, 4);
  end();
});
