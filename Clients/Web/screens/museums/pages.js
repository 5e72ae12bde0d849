/** The list in pages: the first one kept and then fresh, like every answer; the others by the previous cursor. */
import "../../contract/museum-methods.js";
import { answerName, useAction, useAnswer } from "../../core/answer.js";
import { call } from "../../core/api.js";
import { useAccount } from "../../core/session.js";
import { useState } from "../../core/view.js";
import { useSpare } from "./spare.js";

/**
 * @typedef {import("../../contract/types.d.ts").MuseumsCard} Card
 * @typedef {import("../../contract/types.d.ts").MuseumsSearchParams} SearchParams
 * @typedef {import("../../contract/types.d.ts").MuseumsSearchResult} Page
 *
 * @typedef {object} Held The pages that the list has shown, so that a person who comes back from a museum finds the same
 *   position.
 * @property {string} identity
 * @property {Page} [first]
 * @property {Page[]} rest
 */

/** @type {Held} */
let held = { identity: "", rest: [] };

/**
 * The museums of pages, without repetitions: a museum that moved up between two calls is on both pages.
 * @param {readonly Page[]} pages
 * @returns {Card[]}
 */
export function itemsOf(pages) {
  /** @type {Map<string, Card>} */
  const items = new Map();
  for (const page of pages) for (const item of page.items) if (!items.has(item.id)) items.set(item.id, item);
  return [...items.values()];
}

/** @param {SearchParams | null} params */
export function usePages(params) {
  const owner = useAccount()?.id ?? "";
  const identity = `${owner} ${answerName("museums.search", params)}`;
  const answer = useSpare(
    useAnswer("museums.search", params),
    identity,
    async (kept) => (await import("./kept-museums.js")).keptList(params ?? {}, kept),
  );
  const [, renderAgain] = useState(0);
  if (held.identity !== identity) held = { identity, rest: [] };
  if (answer.value) held.first = answer.value;
  const first = answer.value ?? held.first;
  const pages = first ? [first, ...held.rest] : [];
  const cursor = pages.at(-1)?.nextCursor;
  const more = useAction(async () => {
    if (!cursor || !params) return;
    const page = await call("museums.search", { ...params, cursor });
    if (held.identity !== identity) return;
    held.rest = [...held.rest, page];
    renderAgain((count) => count + 1);
  });
  return {
    answer: { ...answer, value: first },
    items: itemsOf(pages),
    hasMore: cursor !== undefined,
    more,
  };
}
