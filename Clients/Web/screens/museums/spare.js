/** Answers that are kept in another way than `useAnswer` keeps them, for screens without a network. */
import { useEffect, useState } from "../../core/view.js";

/**
 * Returns an answer or, if there is no connection, what a function finds in its place.
 * @template T
 * @param {import("../../core/answer.js").Answer<T>} answer
 * @param {string} name The name of the answer.
 * @param {(kept?: T) => Promise<{ value: T, fetchedAt: number } | undefined>} find
 * @returns {import("../../core/answer.js").Answer<T>}
 */
export function useSpare(answer, name, find) {
  const [spare, setSpare] = useState(
    /** @type {{ name: string, value: T, fetchedAt: number } | undefined} */ (undefined),
  );
  const isOffline = answer.problem?.isOffline === true;
  useEffect(() => {
    let isCurrent = isOffline;
    if (isOffline) find(answer.value).then((found) => isCurrent && found && setSpare({ ...found, name }), () => {});
    return () => {
      isCurrent = false;
    };
  }, [name, isOffline]);
  return isOffline && spare?.name === name ? { ...answer, ...spare, isKept: true } : answer;
}
