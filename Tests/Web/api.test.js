import "../../Clients/Web/contract/account-methods.js";
import "../../Clients/Web/contract/park-methods.js";
import "../../Clients/Web/contract/timetable-methods.js";
import { assert, assertEquals } from "./assert.js";
import { call } from "../../Clients/Web/core/api.js";
import { Problem } from "../../Clients/Web/core/problem.js";

/** @param {string} name */
const ended = (name) => new DOMException("ended by a test", name);

/** @param {unknown} value */
const answer = (value) => new Response(JSON.stringify(value), { headers: { "Content-Type": "application/json" } });

/** A response whose connection ends in the middle. @param {unknown} error */
function half(error) {
  const start = new TextEncoder().encode('{"items":[');
  return new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(start),
      pull: (controller) => controller.error(error),
    }),
  );
}

/**
 * Calls a method of reading, whose requests go as told, one after the other; time stands still but for pauses, which
 * pass at once.
 * @param {((signal: AbortSignal) => Response | Promise<Response>)[]} requests The last one repeats.
 * @param {{ signal?: AbortSignal, method?: string, pass?: (pause: () => void) => void }} [options] `pass`: lets the
 *   pause before a repetition pass.
 */
async function callWith(requests, { signal, method = "schedule.week", pass = queueMicrotask } = {}) {
  const { fetch, setTimeout } = globalThis;
  const timeout = AbortSignal.timeout;
  const limit = new AbortController();
  /** @type {number[]} */
  const waits = [];
  /** @type {(string | null)[]} */
  const keys = [];
  let count = 0;
  AbortSignal.timeout = (milliseconds) => {
    waits.push(milliseconds);
    return limit.signal;
  };
  globalThis.fetch = async (_, request) => {
    count += 1;
    keys.push(new Headers(request?.headers).get("Idempotency-Key"));
    return await requests[Math.min(count, requests.length) - 1](/** @type {AbortSignal} */ (request?.signal));
  };
  globalThis.setTimeout = /** @type {any} */ (pass);
  try {
    const running = call(/** @type {any} */ (method), {}, { signal });
    const outcome = running.then(
      (value) => ({ value, problem: undefined }),
      (problem) => ({ value: undefined, problem }),
    );
    // A request that waits for its limit meets it now.
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    limit.abort(ended("TimeoutError"));
    return { ...await outcome, count, waits, keys };
  } finally {
    Object.assign(globalThis, { fetch, setTimeout });
    AbortSignal.timeout = timeout;
  }
}

/** Waits until it is aborted. @param {AbortSignal} signal @returns {Promise<Response>} */
const silence = (signal) =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

/** @returns {Response} */
const noNetwork = () => {
  throw new TypeError("Failed to fetch");
};

Deno.test("Calls: one without an answer for 20 s counts as one without a network and is not repeated", async () => {
  const { problem, count, waits } = await callWith([silence]);
  assert(problem instanceof Problem && problem.isOffline, "it counts as one without a network");
  assertEquals([count, waits, problem.isRetryable], [1, [20_000], false]);
});

Deno.test("Calls: one that no network takes is repeated twice", async () => {
  const { problem, count } = await callWith([noNetwork]);
  assert(problem instanceof Problem && problem.isOffline, "it counts as one without a network");
  assertEquals(count, 3);
  assertEquals((await callWith([noNetwork, noNetwork, () => answer({ items: [] })])).value, { items: [] });
});

Deno.test("Calls: one whose response ends in the middle is repeated as if none had come", async () => {
  const cut = () => half(new TypeError("network error"));
  const { problem, count } = await callWith([cut]);
  assert(problem instanceof Problem && problem.isOffline, "it counts as one without a network");
  assertEquals(count, 3);
  assertEquals((await callWith([cut, () => answer({ items: [] })])).value, { items: [] });
});

Deno.test("Calls: a response that takes longer than 20 s is not asked for again", async () => {
  const { problem, count } = await callWith([() => half(ended("TimeoutError"))]);
  assert(problem instanceof Problem && problem.isOffline, "it counts as one without a network");
  assertEquals(count, 1);
});

Deno.test("Calls: repetitions have the same idempotency key, and a call that takes none is not repeated", async () => {
  const { keys, count } = await callWith([noNetwork], { method: "history.add" });
  assertEquals([count, new Set(keys).size, keys[0] !== null], [3, 1, true]);
  assertEquals((await callWith([noNetwork], { method: "booking.hold" })).count, 1);
});

Deno.test("Calls: what its caller aborts ends as aborted, before and in the middle of the response", async () => {
  const aborter = new AbortController();
  const abort = (/** @type {AbortSignal} */ signal) => {
    const waiting = silence(signal);
    aborter.abort();
    return waiting;
  };
  for (const end of [abort, () => half(ended("AbortError"))]) {
    const { problem, count } = await callWith([end], { signal: aborter.signal, method: "booking.hold" });
    assertEquals([problem.name, count], ["AbortError", 1]);
  }
});

Deno.test("Calls: a caller that aborts before or during the pause gets no further request", async () => {
  for (const isDuring of [false, true]) {
    const aborter = new AbortController();
    const fail = () => {
      if (!isDuring) aborter.abort();
      return noNetwork();
    };
    const pass = () => queueMicrotask(() => aborter.abort());
    const { problem, count } = await callWith([fail], { signal: aborter.signal, pass });
    assertEquals([problem.name, count], ["AbortError", 1]);
  }
});
