/** The present moment, as components see it. */
import { useEffect, useState } from "./view.js";

/**
 * Milliseconds from a moment to the next full minute of the clock.
 * @param {number} now
 */
export const untilNextMinute = (now) => 60_000 - (now % 60_000);

/**
 * Returns the present moment in milliseconds since 1970; the component renders again at each full minute, so that a
 * new day begins on the screen when it begins, and when the page is looked at again.
 */
export function useNow() {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    /** @type {number} */
    let timer;
    const tick = () => {
      setNow(Date.now());
      timer = setTimeout(tick, untilNextMinute(Date.now()));
    };
    // A hidden page's timers run late or not at all.
    const look = () => {
      if (document.visibilityState === "visible") setNow(Date.now());
    };
    timer = setTimeout(tick, untilNextMinute(Date.now()));
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return now;
}
