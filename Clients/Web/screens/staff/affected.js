/** The bookings that closing a period cancels. */
import "../../contract/staff-methods.js";
import { call } from "../../core/api.js";
import { useEffect, useState } from "../../core/view.js";

/**
 * @typedef {import("./board-geometry.js").Item} Item
 * @typedef {import("../../contract/types.d.ts").BookingAffectedParams} Params
 * @typedef {import("../../core/problem.js").Problem} Problem
 */

/** The most pages of a hundred that are listed; three reverses have some 900 sets in a week. */
const mostPages = 10;

/**
 * Reads all pages, because people see each booking before it is cancelled.
 * @param {Params} params @param {AbortSignal} signal
 */
async function readAll(params, signal) {
  /** @type {Item[]} */
  const items = [];
  /** @type {string | undefined} */
  let cursor;
  for (let page = 0; page < mostPages && (page === 0 || cursor); page += 1) {
    const found = await call("booking.affected", { ...params, limit: 100, cursor }, { signal });
    items.push(...found.items);
    cursor = found.nextCursor;
  }
  return { items, hasMore: cursor !== undefined };
}

/**
 * The bookings that closing a period affects; none until all are read. They stay while they are read again.
 * @param {Params | undefined} params
 * @param {unknown} changed The list is read again when this value changes: a booking made meanwhile would be cancelled
 *   unseen.
 */
export function useAffected(params, changed) {
  const key = JSON.stringify(params);
  const [state, setState] = useState(
    /** @type {{ key?: string, items?: Item[], hasMore?: boolean, problem?: Problem }} */ ({}),
  );
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!params) return;
    const aborter = new AbortController();
    readAll(params, aborter.signal).then(
      (found) => aborter.signal.aborted || setState({ key, ...found }),
      (problem) => aborter.signal.aborted || setState({ key, problem }),
    );
    return () => aborter.abort();
  }, [key, changed, attempt]);
  return { ...(state.key === key ? state : {}), refresh: () => setAttempt(attempt + 1) };
}
