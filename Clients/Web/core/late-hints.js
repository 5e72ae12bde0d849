/** Hints of topics for screens that change rarely: the code that listens is loaded after the screen. */
import { loadCode } from "./code.js";
import { useEffect } from "./view.js";

const load = async () => (await import("./late-events.js")).listen;

/**
 * Calls a function whenever the server announces a change of a topic, from shortly after the screen is shown.
 * @param {string | null} topic Null for none.
 * @param {() => void} listener
 */
export function useLateHints(topic, listener) {
  useEffect(() => {
    if (!topic) return;
    const shownAt = Date.now();
    let isOver = false;
    /** @type {(() => void) | undefined} */
    let end;
    // Without a network there are no hints, and the screen shows what it has.
    loadCode(load).then((listen) => {
      if (!isOver) end = listen(topic, listener, shownAt);
    }, () => {});
    return () => {
      isOver = true;
      end?.();
    };
  }, [topic, listener]);
}
