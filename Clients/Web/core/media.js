/** Properties of the window and the device that components follow. */
import { useEffect, useState } from "./view.js";

/** Two panes fit side by side from here on. */
export const twoPanes = "(min-width: 56rem)";

/** Whether a media query holds. @param {string} query */
export function useMedia(query) {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = () => setHolds(list.matches);
    follow();
    list.addEventListener("change", follow);
    return () => list.removeEventListener("change", follow);
  }, [query]);
  return holds;
}
