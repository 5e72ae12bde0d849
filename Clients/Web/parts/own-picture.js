/** The addresses of pictures on this server. */

/** @typedef {import("../contract/types.d.ts").Picture} Picture */

/**
 * @typedef {object} OwnPicture A picture on this server.
 * @property {string} path
 * @property {string} [webp] The sizes in WebP, as a `srcset`.
 * @property {string} [jpeg]
 */

/**
 * The addresses of a picture on this server. Pages load nothing from other hosts, so that no third party learns who
 * views a museum; such a picture is linked from its credit.
 * @param {Picture | undefined} picture @param {string} origin
 * @returns {OwnPicture | undefined}
 */
export function ownPicture(picture, origin) {
  const path = pathOf(picture?.url, origin);
  if (!picture || !path) return undefined;
  const set = (/** @type {string} */ format) => {
    const own = picture.sizes?.filter((size) => size.format === format && pathOf(size.url, origin));
    return own?.map((size) => `${pathOf(size.url, origin)} ${size.width}w`).join(", ") || undefined;
  };
  return { path, webp: set("webp"), jpeg: set("jpeg") };
}

/** @param {string | undefined} url @param {string} origin */
function pathOf(url, origin) {
  if (!url || !URL.canParse(url, origin)) return undefined;
  const address = new URL(url, origin);
  return address.origin === origin ? address.pathname + address.search : undefined;
}
