/**
 * The outbox: look-ups that were saved without a network and are sent when there is one.
 *
 * Only `history.add` is queued here. It has an idempotency key and does no harm when it is late: the weather is that of
 * the sending, as the list says. A booking needs the server's answer at once.
 */
import { call } from "./api.js";
import { account } from "./session.js";
import { onTable } from "./store.js";
import { Problem } from "./problem.js";
import { Value } from "./value.js";

/**
 * @typedef {import("../contract/types.d.ts").HistoryAddParams} Lookup
 * @typedef {object} Queued
 * @property {string} id The idempotency key.
 * @property {string} owner The account's id.
 * @property {Lookup} lookup
 * @property {string} name The name of the place, as shown in the list.
 * @property {number} addedAt Milliseconds since 1970.
 */
/**
 * @typedef {object} Surroundings The dependencies of the outbox.
 * @property {() => Promise<Queued[]>} read
 * @property {(entry: Queued) => Promise<unknown>} write
 * @property {(id: string) => Promise<unknown>} remove
 * @property {(lookup: Lookup, key: string) => Promise<unknown>} send
 * @property {() => string | undefined} owner
 * @property {() => number} now
 * @property {(work: () => Promise<void>) => Promise<unknown>} alone Runs the work, unless another tab is running it.
 */

export const limit = 50;

/**
 * True for a transient problem: no network, an overloaded or failing server, an ended session.
 * @param {unknown} error
 */
const mayPass = (error) =>
  error instanceof Problem && (error.isOffline || error.isRetryable || error.status >= 500 || error.status === 401);

export class Outbox {
  /** The queued look-ups, oldest first. @type {Value<Queued[]>} */
  waiting = new Value(/** @type {Queued[]} */ ([]));
  /** The number of look-ups that the server has accepted; observers load their lists again. @type {Value<number>} */
  taken = new Value(0);

  /** @param {Surroundings} surroundings */
  constructor(surroundings) {
    this.surroundings = surroundings;
  }

  /** Reads the queued look-ups of the signed-in account. */
  async load() {
    const { read, owner } = this.surroundings;
    const entries = (await read()).filter((entry) => entry.owner === owner());
    this.waiting.set(entries.sort((left, right) => left.addedAt - right.addedAt));
  }

  /**
   * Saves a look-up now, or queues it under the same key if the server cannot be reached.
   * @param {Lookup} lookup
   * @param {string} key
   * @param {string} name
   * @returns {Promise<"saved" | "queued" | "full">}
   */
  async save(lookup, key, name) {
    try {
      await this.surroundings.send(lookup, key);
      this.taken.set(this.taken.current + 1);
      return "saved";
    } catch (error) {
      if (!(error instanceof Problem && (error.isOffline || error.isRetryable))) throw error;
      return await this.#queue({ lookup, id: key, name });
    }
  }

  /** @param {{ lookup: Lookup, id: string, name: string }} saved @returns {Promise<"queued" | "full">} */
  async #queue(saved) {
    const { owner, now, write } = this.surroundings;
    const { current } = this.waiting;
    if (current.some((entry) => entry.id === saved.id)) return "queued";
    if (current.length >= limit) return "full";
    const entry = { ...saved, owner: owner() ?? "", addedAt: now() };
    await write(entry);
    this.waiting.set([...current, entry]);
    return "queued";
  }

  /** @param {string} id */
  async remove(id) {
    await this.surroundings.remove(id);
    this.waiting.set(this.waiting.current.filter((entry) => entry.id !== id));
  }

  /**
   * Sends the queued look-ups, oldest first, until one cannot be sent yet. One tab sends at a time.
   * @returns {Promise<{ sent: number, dropped: number }>} `dropped`: permanently rejected.
   */
  async flush() {
    const outcome = { sent: 0, dropped: 0 };
    await this.surroundings.alone(async () => {
      // Another tab may have sent or added some.
      await this.load();
      for (const entry of this.waiting.current) {
        const verdict = await this.#sendOne(entry);
        if (verdict === "later") break;
        outcome[verdict] += 1;
        await this.remove(entry.id);
      }
    });
    if (outcome.sent > 0) this.taken.set(this.taken.current + outcome.sent);
    return outcome;
  }

  /** @param {Queued} entry @returns {Promise<"sent" | "dropped" | "later">} */
  async #sendOne(entry) {
    const { send, owner } = this.surroundings;
    if (owner() !== entry.owner) return "later";
    try {
      await send(entry.lookup, entry.id);
      return "sent";
    } catch (error) {
      return mayPass(error) ? "later" : "dropped";
    }
  }
}

let isFlushing = false;
/** Runs one sender over all tabs if the browser has locks, or else one per tab. @param {() => Promise<void>} work */
async function alone(work) {
  const { locks } = navigator;
  if (locks) return await locks.request("vokol.outbox", { ifAvailable: true }, (lock) => (lock ? work() : undefined));
  if (isFlushing) return;
  isFlushing = true;
  await work().finally(() => {
    isFlushing = false;
  });
}

/** This browser's outbox. @type {Outbox} */
export const outbox = new Outbox({
  read: async () => (await onTable("outbox", "readonly", (table) => table.getAll())) ?? outbox.waiting.current,
  write: (entry) => onTable("outbox", "readwrite", (table) => table.put(entry)),
  remove: (id) => onTable("outbox", "readwrite", (table) => table.delete(id)),
  send: (lookup, key) => call("history.add", lookup, { key }),
  owner: () => account.current?.id,
  now: Date.now,
  alone,
});

account.observe(() => outbox.load());
// The list is kept even if no screen has shown it; what cannot be loaded now is loaded with it.
outbox.taken.observe(() => import("./history.js").then(({ keepHistory }) => keepHistory()).catch(() => {}));
