/** Answers kept in this browser, so that screens show them at once, even without a network. */
import { account } from "./session.js";

/**
 * @typedef {object} KeptAnswer
 * @property {unknown} value
 * @property {string} [etag]
 * @property {number} fetchedAt Milliseconds since 1970.
 */

const longest = 60 * 24 * 3_600_000;
const databaseName = "vokol";
/** The number of answers at which the oldest are removed, and the number that is kept. */
const most = 400;
const rest = 300;

/**
 * The beginning of the keys of cities that a person has chosen to keep. They belong to the device, as guests' answers do:
 * they open without a network, whoever is signed in.
 */
export const cityPrefix = "guest museums.bundle ";

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

/** @returns {Promise<IDBDatabase>} */
function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("answers");
      request.result.createObjectStore("outbox", { keyPath: "id" });
    };
    request.onsuccess = () => {
      // Another tab that removes everything must not wait for this one.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  return opening;
}

/** Opens the database ahead of its first use. */
export const openStore = () => void database().catch(() => {});

/**
 * Runs one request on a table; returns undefined if the browser has no storage.
 * @template T
 * @param {"answers" | "outbox"} table
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} action
 * @returns {Promise<T | undefined>}
 */
export async function onTable(table, mode, action) {
  try {
    const store = (await database()).transaction(table, mode).objectStore(table);
    return await new Promise((resolve, reject) => {
      const request = action(store);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } catch {
    return undefined;
  }
}

/** Removes the oldest answers if there are many. */
export async function pruneAnswers() {
  if ((await onTable("answers", "readonly", (table) => table.count()) ?? 0) < most) return;
  await (await import("./prune.js")).prune(rest);
}

/**
 * The key of an answer. A guest's answers have no owner; those of an account are removed when it signs out. Timetables
 * belong to the device, like the choice of the first one: they open without a network, whoever is signed in.
 * @param {string} name
 */
const keyOf = (name) => `${isOfDevice(name) ? "guest" : account.current?.id ?? "guest"} ${name}`;

/** @param {string} name */
const isOfDevice = (name) => /^schedule\.for(Group|Lecturer) /.test(name);

/** @param {string} name @returns {Promise<KeptAnswer | undefined>} */
export async function readAnswer(name) {
  const kept =
    /** @type {KeptAnswer | undefined} */ (await onTable("answers", "readonly", (store) => store.get(keyOf(name))));
  return kept && Date.now() - kept.fetchedAt < longest ? kept : undefined;
}

/** @param {string} name @param {KeptAnswer} answer */
export const keepAnswer = (name, answer) => onTable("answers", "readwrite", (store) => store.put(answer, keyOf(name)));
