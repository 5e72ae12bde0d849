/** The keys of the day board and their commands. */

/** The name of the field that the search key focuses. */
export const searchName = "digits";

/** @typedef {"search" | "walk-in" | "check-in" | "leave"} Command */

/**
 * The command of a key, also found by its position, because a Russian or Belarusian layout has no such letters.
 * @param {{ key: string, code: string }} event
 * @returns {Command | undefined}
 */
export function commandOf({ key, code }) {
  if (key === "/" || (code === "Slash" && key !== "?")) return "search";
  if (key === "Escape") return "leave";
  if (key === "n" || code === "KeyN") return "walk-in";
  if (key === "i" || code === "KeyI") return "check-in";
  return undefined;
}
