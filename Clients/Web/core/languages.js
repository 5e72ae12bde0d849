/** The language of the page, and the texts of its sections in that language. */
import { loadCode } from "./code.js";
import { settings } from "./settings.js";
import { useValue, Value } from "./value.js";
import { sections } from "../texts/sections.js";

/** @typedef {import("./settings.js").Language} Language */
/** @typedef {keyof typeof sections} Section */

/** @type {readonly Language[]} */
export const languages = ["en", "ru", "be"];

/** @returns {Language} */
function preferredLanguage() {
  const { language } = settings.current;
  if (language) return language;
  for (const tag of navigator.languages) {
    const known = languages.find((one) => tag.toLowerCase().split("-")[0] === one);
    if (known) return known;
  }
  return "en";
}

/** @type {Value<Language>} */
export const language = new Value(/** @type {Language} */ ("en"));

/** @type {Map<string, Record<string, unknown>>} */
const loaded = new Map();

/** @param {Section} section @param {Language} wanted */
async function loadTextsIn(section, wanted) {
  const name = `${wanted}/${section}`;
  if (loaded.has(name)) return;
  /** @type {() => Promise<{ default: Record<string, unknown> }>} */
  const load = sections[section][wanted];
  loaded.set(name, (await loadCode(load)).default);
}

/**
 * Loads the texts of a section in the current language, unless they are loaded.
 * @param {Section} section
 */
export const loadTexts = (section) => loadTextsIn(section, language.current);

/**
 * The texts of a loaded section in the current language.
 * @template {Section} S
 * @param {S} section
 * @returns {Awaited<ReturnType<(typeof sections)[S]["en"]>>["default"]}
 */
export function texts(section) {
  const found = loaded.get(`${language.current}/${section}`) ?? loaded.get(`en/${section}`);
  if (!found) throw new Error(`The texts of ${section} are not loaded`);
  return /** @type {any} */ (found);
}

/**
 * The texts of a loaded section; the component renders again when the language changes.
 * @template {Section} S
 * @param {S} section
 */
export function useTexts(section) {
  useValue(language);
  return texts(section);
}

/** Sets the language of the page, after loading every section in use so that no text is missing. */
export async function applyLanguage() {
  const wanted = preferredLanguage();
  const used = /** @type {Section[]} */ ([...new Set([...loaded.keys()].map((name) => name.split("/")[1]))]);
  await Promise.all(used.map((section) => loadTextsIn(section, wanted)));
  // The person may have chosen another one meanwhile.
  if (wanted === preferredLanguage()) language.set(wanted);
}

settings.observe(() => {
  if (preferredLanguage() !== language.current) applyLanguage();
});
