/** Conditions of the window. */
import { useEffect, useState } from "./view.js";

/** The narrowest window in which two panes fit side by side. */
export const twoPanes = "(min-width: 56rem)";

/**
 * True while a media query matches; the component renders again when that changes.
 * @param {string} query
 */
export function useMedia(query) {
  const [isMatching, setIsMatching] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const update = () => setIsMatching(list.matches);
    update();
    list.addEventListener("change", update);
    return () => list.removeEventListener("change", update);
  }, [query]);
  return isMatching;
}

/** True if two panes fit side by side. */
export const useDesk = () => useMedia(twoPanes);
