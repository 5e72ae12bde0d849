/** Moving in a list by arrow keys. */

/**
 * The index that a key moves to in a list, or undefined.
 * @param {string} key @param {number} index @param {number} count
 */
export function indexAfterKey(key, index, count) {
  if (key === "ArrowRight" || key === "ArrowDown") return Math.min(count - 1, index + 1);
  if (key === "ArrowLeft" || key === "ArrowUp") return Math.max(0, index - 1);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}
