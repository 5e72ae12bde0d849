/**
 * Requests the access token of the person who is signed in and sets the chosen theme, while the rest of the code loads.
 *
 * The first paint waits for this script where browsers support `blocking="render"`, so keep it small. In others, such as
 * Firefox, the system's theme may show for a moment.
 */
import { accountKey, refreshEarly } from "./core/session-calls.js";
import { settingsKey } from "./core/settings-key.js";

try {
  if (localStorage.getItem(accountKey)) refreshEarly();
  const { theme } = JSON.parse(localStorage.getItem(settingsKey) ?? "{}");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // No storage, or settings that cannot be read: the rest of the code uses its defaults.
}
