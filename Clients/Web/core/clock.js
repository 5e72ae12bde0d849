/** The current time for components. */
import { useEffect, useRef, useState } from "./view.js";

/**
 * Milliseconds from a moment to the start of the next interval of the clock.
 * @param {number} now
 * @param {number} [interval]
 */
export const untilNext = (now, interval = 60_000) => interval - (now % interval);

/**
 * The time in milliseconds since 1970. The component renders again at the start of each interval, and when the page
 * becomes visible, because a hidden page's timers run late or not at all.
 * @param {number} interval
 */
function useTime(interval) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    /** @type {ReturnType<typeof setTimeout>} */
    let timer;
    const step = () => {
      setNow(Date.now());
      timer = setTimeout(step, untilNext(Date.now(), interval));
    };
    const look = () => {
      if (document.visibilityState === "visible") setNow(Date.now());
    };
    timer = setTimeout(step, untilNext(Date.now(), interval));
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [interval]);
  return now;
}

/** The time, updated each second. */
export const useSeconds = () => useTime(1_000);

/** The time, updated each minute, so that the screen changes at midnight. */
export const useNow = () => useTime(60_000);

/**
 * Calls a function when a value changes, as a date does at midnight.
 * @param {unknown} value @param {() => void} act
 */
export function useChange(value, act) {
  const known = useRef(value);
  useEffect(() => {
    if (known.current !== value) act();
    known.current = value;
  }, [value]);
}
