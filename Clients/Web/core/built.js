/** Values that the build writes into the code. */

/** The address of the icons. */
// @ts-ignore: defined by the build
export const sprite = /** @type {string} */ (SPRITE);

/** The address of each screen's own style sheet, by name. */
// @ts-ignore: defined by the build
export const styles = /** @type {Record<string, string>} */ (STYLES);
