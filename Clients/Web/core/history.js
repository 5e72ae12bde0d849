/** All saved look-ups of the account, newest first, kept for use without a network. */
import { call } from "./api.js";
import { useLoaded } from "./answer.js";
import { useLateHints } from "./late-hints.js";
import { outbox } from "./outbox.js";
import { useAccount } from "./session.js";
import { keepAnswer } from "./store.js";
import { useValue } from "./value.js";
import { useEffect, useRef } from "./view.js";

/** @typedef {import("../contract/types.d.ts").HistoryEntry} HistoryEntry */

const pageLength = 100;
/** The maximum number of pages, so that a list without an end cannot keep the browser busy forever. */
const mostPages = 50;

/**
 * Loads all pages.
 * @param {(params: { limit: number, cursor?: string }) => Promise<{ items: HistoryEntry[], nextCursor?: string }>} list
 * @returns {Promise<HistoryEntry[]>}
 */
export async function allPages(list) {
  /** @type {HistoryEntry[]} */
  const all = [];
  /** @type {string | undefined} */
  let cursor;
  for (let count = 0; count < mostPages; count += 1) {
    const page = await list({ limit: pageLength, cursor });
    all.push(...page.items);
    cursor = page.nextCursor;
    if (!cursor) break;
  }
  return all;
}

const name = "history";

/** @param {AbortSignal} [signal] */
const loadAll = (signal) => allPages((params) => call("history.list", params, { signal }));

/** The number of components that show the list. */
let shown = 0;

/** Keeps the list for use without a network after a look-up was added, unless a component that shows it does so. */
export async function keepHistory() {
  if (shown === 0) await keepAnswer(name, { value: await loadAll(), fetchedAt: Date.now() });
}

/** Returns the saved look-ups; loads them again when one is added. @returns {import("./answer.js").Answer<HistoryEntry[]>} */
export function useHistory() {
  const account = useAccount();
  const answer = useLoaded(account ? name : "", async ({ signal }) => ({ value: await loadAll(signal) }));
  useLateHints(account ? name : null, answer.refresh);
  useEffect(() => {
    shown += 1;
    return () => void (shown -= 1);
  }, []);
  const taken = useValue(outbox.taken);
  const known = useRef(taken);
  useEffect(() => {
    if (known.current !== taken) answer.refresh();
    known.current = taken;
  }, [taken]);
  return answer;
}
