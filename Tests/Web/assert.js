/** Assertions of the tests of the web client. */

/** @param {unknown} value */
const written = (value) => JSON.stringify(value, (_, inner) => (inner === undefined ? "undefined" : inner));

/** @param {unknown} actual @param {unknown} expected */
export function assertEquals(actual, expected) {
  if (written(actual) !== written(expected)) throw new Error(`${written(actual)} is not ${written(expected)}`);
}

/** @param {unknown} condition @param {string} sentence */
export function assert(condition, sentence) {
  if (!condition) throw new Error(sentence);
}

/** @param {() => unknown} action */
export function assertThrows(action) {
  try {
    action();
  } catch {
    return;
  }
  throw new Error("nothing was thrown");
}

/** @param {() => Promise<unknown>} action */
export async function assertRejects(action) {
  let isRejected = false;
  await action().catch(() => isRejected = true);
  if (!isRejected) throw new Error("nothing was thrown");
}
