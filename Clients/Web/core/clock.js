/** The present time for components. */
import { useEffect, useState } from "./view.js";

/**
 * The time in milliseconds since 1970; the component renders again at the start of each interval.
 * @param {number} interval
 */
function useTime(interval) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    /** @type {ReturnType<typeof setTimeout>} */
    let timer;
    const step = () => {
      setNow(Date.now());
      timer = setTimeout(step, interval - (Date.now() % interval));
    };
    timer = setTimeout(step, interval - (Date.now() % interval));
    return () => clearTimeout(timer);
  }, [interval]);
  return now;
}

/** The time, renewed each second. */
export const useSeconds = () => useTime(1_000);

/** The time, renewed each minute. */
export const useMinutes = () => useTime(60_000);
