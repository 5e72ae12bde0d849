/** Ids of elements. */
import { useRef } from "./view.js";

let count = 0;
/** An id that is unique on the page. */
export function useId() {
  const id = useRef("");
  id.current ||= `f${(count += 1)}`;
  return id.current;
}
