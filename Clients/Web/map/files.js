/** Files of the base map. They are named here and not with the other files, so that only the map loads the list. */

// @ts-ignore: defined by the build
const addresses = /** @type {Record<string, string>} */ (MAP_FILES);

/** The address of a file of the base map; a square of open water has none. @param {string} name */
export const addressOf = (name) => addresses[name];
