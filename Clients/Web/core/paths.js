/** Patterns of addresses. */

/**
 * Matches a path against a pattern with `:names`; returns their values, or null.
 * @param {string} pattern @param {string} path
 * @returns {Record<string, string> | null}
 */
export function match(pattern, path) {
  const wanted = pattern.split("/");
  const given = path.replace(/(.)\/$/, "$1").split("/");
  if (wanted.length !== given.length) return null;
  /** @type {Record<string, string>} */
  const values = {};
  for (const [index, part] of wanted.entries()) {
    if (part.startsWith(":")) {
      if (!given[index]) return null;
      try {
        values[part.slice(1)] = decodeURIComponent(given[index]);
      } catch {
        return null;
      }
    } else if (part !== given[index]) return null;
  }
  return values;
}
