/** The operator's settings for the pages of this server: `GET /web-settings.json`. */

/**
 * @typedef {object} WebSettings
 * @property {{ url: string, attribution: string } | undefined} tiles A tile server; the built-in map if absent.
 */

/** @type {Promise<WebSettings> | undefined} */
let loading;

/**
 * Reads the document's members; those that are absent or malformed count as not set.
 * @param {any} document
 * @returns {WebSettings}
 */
export function readWebSettings(document) {
  const { template, attribution } = document?.tiles ?? {};
  const isSet = typeof template === "string" && template !== "";
  return { tiles: isSet ? { url: template, attribution: String(attribution ?? "") } : undefined };
}

/** The settings, loaded once. Without an answer there are none, and the next call loads them again. */
export function webSettings() {
  loading ??= load();
  return loading;
}

/** @returns {Promise<WebSettings>} */
async function load() {
  try {
    const response = await fetch("/web-settings.json", { signal: AbortSignal.timeout(4_000) });
    if (response.ok) return readWebSettings(await response.json());
  } catch {
    // The built-in map needs no settings.
  }
  loading = undefined;
  return readWebSettings(null);
}
