/** Places in the map program of a person's device. */

/**
 * The address by which a device's map program shows a place and leads there. It names no map service: it opens the
 * person's own program, and no other host learns of it.
 * @param {{ latitude: number, longitude: number }} location @param {string} name
 * @param {boolean} [isApple] Apple's devices know `maps:` (Map Links), all others `geo:` (RFC 5870).
 */
export function routeOf({ latitude, longitude }, name, isApple = isOfApple()) {
  const point = `${latitude},${longitude}`;
  if (isApple) return `maps:?daddr=${point}&q=${encodeURIComponent(name)}`;
  // A parenthesis would end the label.
  const label = encodeURIComponent(name.replaceAll(/[()]/g, " ").trim());
  return `geo:${point}?q=${point}(${label})`;
}

/** True on Macs, and on iPhones and iPads, which name the system "like Mac OS X". */
const isOfApple = () => /Mac OS X/.test(navigator.userAgent);

/**
 * True if the device is likely to have a map program, as phones, tablets and Macs do; elsewhere a link may do nothing.
 * @param {boolean} isTouched Its pointer is a finger.
 */
export const hasMapProgram = (isTouched) => isTouched || isOfApple();
