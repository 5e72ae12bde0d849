/** Files of the base map. They are named here and not with the other files, so that only the map loads the list. */

/** @type {{ directory: string, names: string[] }} */
// @ts-ignore: defined by the build, as a text, because esbuild loads defined objects with the first screen
const { directory, names } = JSON.parse(MAP_FILES);
const known = new Set(names);

/** The address of a file of the base map; a square of open water has none. @param {string} name */
export const addressOf = (name) => (known.has(name) ? `${directory}/${name}` : undefined);
