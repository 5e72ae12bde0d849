/** Names that are suggested while somebody types. */
import { call } from "../../core/api.js";
import { useEffect, useState } from "../../core/view.js";

/** @typedef {import("../../contract/types.d.ts").MuseumsSuggestSuggestion} Suggestion */

/** A pause in typing that is long enough to look up what was typed. */
const typingPause = 120;

/**
 * The museums that match what was typed; a new letter aborts the look-up before it. What was found for the letters
 * before stays until then, so that the list does not blink.
 * @param {string} typed
 * @returns {{ words: string, items: Suggestion[] }} `words`: what the items were found for.
 */
export function useSuggestions(typed) {
  const [found, setFound] = useState({ words: "", items: /** @type {Suggestion[]} */ ([]) });
  const words = typed.trim();
  useEffect(() => {
    if (!words) return setFound({ words: "", items: [] });
    const aborter = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { items } = await call("museums.suggest", { prefix: words }, { signal: aborter.signal });
        if (!aborter.signal.aborted) setFound({ words, items });
      } catch {
        // The list below says what is wrong.
        if (!aborter.signal.aborted) setFound({ words, items: [] });
      }
    }, typingPause);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [words]);
  return found;
}

/**
 * The option that the arrow keys lead to; -1 stands for the field itself.
 * @param {string} key @param {number} at @param {number} count
 */
export function nextOption(key, at, count) {
  if (key === "ArrowDown") return at + 1 < count ? at + 1 : -1;
  if (key === "ArrowUp") return at >= 0 ? at - 1 : count - 1;
  return at;
}
