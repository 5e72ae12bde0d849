/** Code that is loaded on demand. */

/** @type {WeakSet<() => Promise<unknown>>} */
const failed = new WeakSet();

/**
 * Runs a function that imports code. Browsers may remember a failed import until the page is reloaded: if the code
 * fails to load a second time and the server can be reached, the page is reloaded.
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
