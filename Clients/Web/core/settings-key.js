/** The name under which settings are stored. A module of its own, so that `early.js` loads no other code of them. */
export const settingsKey = "vokol.settings";
