/** Values that the build writes into the code. */

/** The address of the icons. */
// @ts-ignore: defined by the build
export const sprite = /** @type {string} */ (SPRITE);

/** The files of the style sheets of screens, without folder and suffix. */
// @ts-ignore: defined by the build
const files = /** @type {string} */ (STYLES);
/** The address of each screen's own style sheet, by name. @type {Record<string, string>} */
export const styles = Object.fromEntries(files.split(" ").map((file) => [file.split("-")[0], `/assets/${file}.css`]));
