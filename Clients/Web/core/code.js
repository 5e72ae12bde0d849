/** Code that is loaded when it is needed. */

/** @type {WeakSet<() => Promise<unknown>>} */
const failed = new WeakSet();

/**
 * Runs a function that imports code. Browsers may remember until the page is loaded again that a file did not come: if
 * the code fails to come for the second time and the server can be reached, the page is loaded again.
 * @template T @param {() => Promise<T>} load @returns {Promise<T>}
 */
export async function loadCode(load) {
  try {
    return await load();
  } catch (error) {
    if (failed.has(load) && (await isServerReachable())) location.reload();
    failed.add(load);
    throw error;
  }
}

const isServerReachable = () => fetch("/", { method: "HEAD", cache: "no-store" }).then(({ ok }) => ok, () => false);
