/** Style sheets of screens. */
import { styles } from "./built.js";

/** @type {Map<string, Promise<void>>} */
const loading = new Map();

/**
 * Loads a screen's own style sheet once; the screen is drawn afterwards, so that its layout does not shift.
 * @param {string} [name]
 * @returns {Promise<void>}
 */
export function loadStyle(name) {
  if (!name || !styles[name]) return Promise.resolve();
  let promise = loading.get(name);
  if (!promise) {
    promise = new Promise((resolve, reject) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = styles[name];
      link.onload = () => resolve();
      link.onerror = () => {
        loading.delete(name);
        link.remove();
        reject(new Error(`The style sheet ${name} did not load`));
      };
      document.head.append(link);
    });
    loading.set(name, promise);
  }
  return promise;
}
