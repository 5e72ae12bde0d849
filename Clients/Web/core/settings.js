/** Choices that belong to this device rather than to an account: they survive signing out, except for places. */
import { settingsKey } from "./settings-key.js";
import { useValue, Value } from "./value.js";

/**
 * @typedef {"en" | "ru" | "be"} Language
 * @typedef {object} Settings
 * @property {Language} [language] The chosen language; the browser's if absent.
 * @property {"light" | "dark"} [theme] The chosen theme; the system's if absent.
 * @property {"imperial"} [units] The chosen units of the weather; metric if absent.
 * @property {string} [zone] The device's time zone with its offsets, as `learnZone` found them.
 * @property {true} [hasNoKeys] True if the day board takes no single keys as commands.
 * @property {{ id?: string, name: string, latitude: number, longitude: number }} [place] The place of the weather and
 *   news; the device's position if absent.
 * @property {{ latitude: number, longitude: number }} [position] The device's last known position.
 * @property {{ id?: string, name: string, latitude: number, longitude: number }[]} [recentPlaces] Newest first, at most
 *   6.
 * @property {{ id: string, name: string }[]} [cities] The cities saved while nobody was signed in; at most 12.
 * @property {{ kind: "group" | "lecturer", id: string, name: string, subgroup?: number, isPinned?: boolean }}
 *   [timetable] The timetable that opens first, and whose next lesson is on the first screen. `isPinned`: the account's
 *   choice, not this device's.
 * @property {true} [needsNoTimetable] True if the person has dismissed the question for a timetable.
 * @property {{ kind: "group" | "lecturer", id: string, name: string, seen?: string }[]} [recentTimetables] Newest
 *   first, at most 8. `seen`: the server's time of the state that the person has seen.
 * @property {{ kind: "group" | "lecturer", id: string, name: string }[]} [favouriteTimetables] The favourites marked
 *   while nobody was signed in.
 */

/** @returns {Settings} */
function read() {
  try {
    const settings = JSON.parse(localStorage.getItem(settingsKey) ?? "{}");
    return typeof settings === "object" && settings !== null ? settings : {};
  } catch {
    return {};
  }
}

/** @type {Value<Settings>} */
export const settings = new Value(read());

/**
 * Changes settings; a member that is `undefined` is removed.
 * @param {Partial<Settings>} change
 */
export function changeSettings(change) {
  const next = { ...settings.current, ...change };
  settings.set(next);
  try {
    localStorage.setItem(settingsKey, JSON.stringify(next));
  } catch {
    // Without storage, settings last until the page closes.
  }
}

/** Returns the settings; the component renders again after each change. */
export const useSettings = () => useValue(settings);

globalThis.addEventListener?.("storage", (event) => {
  if (event.key === settingsKey) settings.set(read());
});
