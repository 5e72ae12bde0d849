/** Places in the map program of a person's device. */

/**
 * The address by which a device's map program shows a place and leads there (RFC 5870). It names no map service: it
 * opens the person's own program, and no other host learns of it.
 * @param {{ latitude: number, longitude: number }} location @param {string} name
 */
export function routeOf({ latitude, longitude }, name) {
  // A parenthesis would end the label.
  const label = encodeURIComponent(name.replaceAll(/[()]/g, " ").trim());
  return `geo:${latitude},${longitude}?q=${latitude},${longitude}(${label})`;
}
