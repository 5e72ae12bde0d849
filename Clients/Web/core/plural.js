/** Plural forms. */

/** @type {Map<string, Intl.PluralRules>} */
const rules = new Map();

/**
 * Returns a function that picks the form of a number and puts the number before it, with a no-break space.
 * @param {string} language
 * @returns {(count: number, one: string, few: string, many?: string) => string} Russian and Belarusian take three
 *   forms, English two: there the last two arguments are one.
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
