/** Limits the number of answers that this browser keeps. */
import { cityPrefix, onTable } from "./store.js";

/**
 * The names of the oldest answers, those beyond the given number.
 * @param {IDBValidKey[]} names @param {{ fetchedAt: number }[]} answers In the order of their names.
 * @param {number} rest
 */
export const namesOfOldest = (names, answers, rest) =>
  names.map((name, index) => ({ name, at: answers[index].fetchedAt })).sort((one, other) => other.at - one.at)
    .slice(rest).map(({ name }) => name);

/** Removes the oldest answers and keeps the given number, besides the kept cities. @param {number} rest */
export async function prune(rest) {
  const names = [];
  const answers = [];
  for (const range of [IDBKeyRange.upperBound(cityPrefix, true), IDBKeyRange.lowerBound(`${cityPrefix}\uffff`)]) {
    names.push(...await onTable("answers", "readonly", (table) => table.getAllKeys(range)) ?? []);
    answers.push(...await onTable("answers", "readonly", (table) => table.getAll(range)) ?? []);
  }
  // If another tab has changed the table in between, the next visit tries again.
  if (names.length !== answers.length) return;
  const oldest = namesOfOldest(names, answers, rest);
  await onTable("answers", "readwrite", (table) => {
    for (const name of oldest) table.delete(name);
    return table.count();
  });
}
