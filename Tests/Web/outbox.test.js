import { assert, assertEquals } from "./assert.js";
import { limit, Outbox } from "../../Clients/Web/core/outbox.js";
import { allPages } from "../../Clients/Web/core/history.js";
import { Problem } from "../../Clients/Web/core/problem.js";

const offline = new Problem({ status: 0, isRetryable: true });

/** An outbox with a table in memory and a server that answers as told. */
function surroundings() {
  const world = {
    /** @type {Map<string, any>} */
    table: new Map(),
    /** @type {[string, any][]} */
    sent: [],
    /** @type {(key: string) => unknown} */
    fault: () => undefined,
    time: 1_000_000,
    /** @type {string | undefined} */
    owner: "anna",
    isLocked: false,
  };
  const outbox = new Outbox({
    read: () => Promise.resolve([...world.table.values()]),
    write: (entry) => Promise.resolve(world.table.set(entry.id, entry)),
    remove: (id) => Promise.resolve(world.table.delete(id)),
    send: (lookup, key) => {
      const fault = world.fault(key);
      if (fault) return Promise.reject(fault);
      world.sent.push([key, lookup]);
      return Promise.resolve();
    },
    owner: () => world.owner,
    now: () => world.time,
    alone: async (work) => world.isLocked ? undefined : await work(),
  });
  return { world, outbox };
}

/** @param {Outbox} outbox @param {string[]} keys */
async function queue(outbox, ...keys) {
  for (const key of keys) await outbox.save({ latitude: 1, longitude: 2 }, key, key);
}

Deno.test("Outbox: with a network a look-up is saved at once and nothing waits", async () => {
  const { world, outbox } = surroundings();
  assertEquals(await outbox.save({ latitude: 1, longitude: 2 }, "a", "Minsk"), "saved");
  assertEquals([world.sent.length, world.table.size, outbox.taken.current], [1, 0, 1]);
});

Deno.test("Outbox: without a network it waits and is sent later under the same key", async () => {
  const { world, outbox } = surroundings();
  world.fault = () => offline;
  assertEquals(await outbox.save({ latitude: 1, longitude: 2 }, "a", "Minsk"), "queued");
  assertEquals(outbox.waiting.current.map((entry) => entry.name), ["Minsk"]);
  world.fault = () => undefined;
  assertEquals(await outbox.flush(), { sent: 1, dropped: 0 });
  assertEquals(world.sent, [["a", { latitude: 1, longitude: 2 }]]);
  assertEquals([world.table.size, outbox.waiting.current.length, outbox.taken.current], [0, 0, 1]);
});

Deno.test("Outbox: a refusal is told and does not wait", async () => {
  const { world, outbox } = surroundings();
  world.fault = () => new Problem({ status: 422 });
  const fault = await outbox.save({ latitude: 1, longitude: 2 }, "a", "Minsk").catch((error) => error);
  assert(fault instanceof Problem, "the error comes through");
  assertEquals(world.table.size, 0);
});

Deno.test("Outbox: the oldest is sent first, and what cannot be sent yet stays with all after it", async () => {
  const { world, outbox } = surroundings();
  world.fault = () => offline;
  for (const key of ["a", "b", "c"]) {
    await queue(outbox, key);
    world.time += 1;
  }
  world.fault = (key) => (key === "b" ? new Problem({ status: 503, isRetryable: true }) : undefined);
  assertEquals(await outbox.flush(), { sent: 1, dropped: 0 });
  assertEquals(world.sent.map(([key]) => key), ["a"]);
  assertEquals(outbox.waiting.current.map((entry) => entry.id), ["b", "c"]);
});

Deno.test("Outbox: a look-up is sent however long it waited, and dropped if it is refused for good", async () => {
  const { world, outbox } = surroundings();
  world.fault = () => offline;
  await queue(outbox, "old");
  world.time += 7 * 24 * 3_600_000;
  await queue(outbox, "refused", "new");
  world.time += 1;
  world.fault = (key) => (key === "refused" ? new Problem({ status: 422 }) : undefined);
  assertEquals(await outbox.flush(), { sent: 2, dropped: 1 });
  assertEquals(world.sent.map(([key]) => key), ["old", "new"]);
});

Deno.test("Outbox: an ended session keeps what waits, and another account never sends it", async () => {
  const { world, outbox } = surroundings();
  world.fault = () => offline;
  await queue(outbox, "a");
  world.fault = () => new Problem({ status: 401 });
  assertEquals(await outbox.flush(), { sent: 0, dropped: 0 });
  world.fault = () => undefined;
  world.owner = "boris";
  assertEquals(await outbox.flush(), { sent: 0, dropped: 0 });
  assertEquals([world.sent.length, world.table.size], [0, 1]);
});

Deno.test("Outbox: a tab that finds another one sending sends nothing", async () => {
  const { world, outbox } = surroundings();
  world.fault = () => offline;
  await queue(outbox, "a");
  world.fault = () => undefined;
  world.isLocked = true;
  assertEquals(await outbox.flush(), { sent: 0, dropped: 0 });
  assertEquals(world.sent.length, 0);
});

Deno.test("Outbox: it holds fifty", async () => {
  const { world, outbox } = surroundings();
  world.fault = () => offline;
  await queue(outbox, ...Array.from({ length: limit }, (_, index) => String(index)));
  assertEquals(await outbox.save({ latitude: 1, longitude: 2 }, "more", "Minsk"), "full");
  assertEquals(world.table.size, 50);
});

Deno.test("Outbox: a second attempt under the same key waits once", async () => {
  const { world, outbox } = surroundings();
  world.fault = () => offline;
  await queue(outbox, "a", "a");
  assertEquals(outbox.waiting.current.length, 1);
});

Deno.test("History: all pages are loaded, in order", async () => {
  /** @type {(string | undefined)[]} */
  const cursors = [];
  /** @type {any} */
  const pages = { first: { items: [1, 2], nextCursor: "c" }, c: { items: [3] } };
  const all = await allPages(({ cursor }) => {
    cursors.push(cursor);
    return Promise.resolve(pages[cursor ?? "first"]);
  });
  assertEquals(all, [1, 2, 3]);
  assertEquals(cursors, [undefined, "c"]);
});
