/** Plural forms. */

/** @type {Map<string, Intl.PluralRules>} */
const rules = new Map();

/**
 * Returns a function that formats a number and the matching plural form, joined by a no-break space.
 * @param {string} language
 * @returns {(count: number, one: string, few: string, many?: string) => string} Russian and Belarusian need three
 *   forms; English needs two, and omits the last argument.
 */
export const plural = (language) => (count, one, few, many = few) => {
  let rule = rules.get(language);
  if (!rule) {
    rule = new Intl.PluralRules(language);
    rules.set(language, rule);
  }
  const form = rule.select(count);
  return `${count}\u00a0${form === "one" ? one : form === "few" ? few : many}`;
};
