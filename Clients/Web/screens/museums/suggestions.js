/** Suggestions while the person types. */
import "../../contract/museum-methods.js";
import { call } from "../../core/api.js";
import { useEffect, useState } from "../../core/view.js";

/** @typedef {import("../../contract/types.d.ts").MuseumsSuggestSuggestion} Suggestion */

/** The pause in typing after which the text is looked up, in milliseconds. */
const typingPause = 120;

/**
 * The museums that match the typed text; further typing aborts the previous look-up. Its results stay until the new
 * ones arrive, so that the list does not flicker.
 * @param {string} typed
 * @returns {{ words: string, items: Suggestion[] }} `words`: the text that the items match.
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
        // The list below shows the error.
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
 * The option that an arrow key moves to; -1 for the field itself.
 * @param {string} key @param {number} at @param {number} count
 */
export function nextOption(key, at, count) {
  if (key === "ArrowDown") return at + 1 < count ? at + 1 : -1;
  if (key === "ArrowUp") return at >= 0 ? at - 1 : count - 1;
  return at;
}
