/**
 * A Trusted Types policy for Leaflet, which assigns HTML as text.
 *
 * The default policy of the page accepts only Leaflet's own literals: a probe for SVG, and the empty text that clears
 * an icon. Everything else throws, as it does on pages without the map.
 */
const literals = new Set(["", "<svg/>"]);

/** @param {string} text */
export function createHTML(text) {
  if (literals.has(text)) return text;
  throw new TypeError("HTML as text is not allowed");
}

/** @type {{ createPolicy(name: string, rules: object): unknown } | undefined} */
const trustedTypes = /** @type {any} */ (globalThis).trustedTypes;
trustedTypes?.createPolicy("default", { createHTML });
