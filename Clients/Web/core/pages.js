/** Paged lists. */
import { call } from "./api.js";
import { useAction, useAnswer } from "./answer.js";
import { useEffect, useState } from "./view.js";

/**
 * @typedef {import("./answer.js").Method} Method
 * @typedef {import("./answer.js").Methods} Methods
 */
/**
 * The methods that return a page.
 * @typedef {{ [M in Method]: Methods[M]["result"] extends { items: unknown[], nextCursor?: string } ? M : never
 *   }[Method]} PagedMethod
 */

/**
 * The first page of a list as an answer, and further pages on request.
 *
 * Only the first page is kept for use without a network. When it changes, further pages are dropped, because their
 * cursor belongs to the earlier one.
 * @template {PagedMethod} M
 * @param {M} method
 * @param {Methods[M]["params"] | null} params
 * @param {{ isKept?: boolean }} [options]
 */
export function usePages(method, params, options) {
  const answer = useAnswer(method, params, options);
  const first = /** @type {{ items: Methods[M]["result"]["items"], nextCursor?: string } | undefined} */ (answer.value);
  const [further, setFurther] = useState(
    /** @type {{ items: Methods[M]["result"]["items"], nextCursor?: string } | null} */ (null),
  );
  useEffect(() => setFurther(null), [first]);
  const cursor = further ? further.nextCursor : first?.nextCursor;
  const more = useAction(async () => {
    const page = /** @type {any} */ (await call(method, /** @type {any} */ ({ ...params, cursor })));
    setFurther((before) => ({ items: [...(before?.items ?? []), ...page.items], nextCursor: page.nextCursor }));
  });
  return {
    answer,
    items: first ? [...first.items, ...(further?.items ?? [])] : undefined,
    hasMore: cursor !== undefined,
    more,
  };
}
