/** The files of the base map. They are listed apart from the other files, so that only the map loads the list. */
import { readTree } from "./squares.js";

/** @type {{ directory: string, levels: { scale: string, least: number, tree: string }[] }} */
// @ts-ignore: defined by the build, as a text, because esbuild loads defined objects with the first screen
const built = JSON.parse(MAP_FILES);

/** @type {import("./squares.js").Level[]} */
export const levels = built.levels.map(({ scale, least, tree }) => ({ scale, least, squares: readTree(tree) }));

/** The address of a file of the base map. @param {string} name */
export const addressOf = (name) => `${built.directory}/${name}`;
