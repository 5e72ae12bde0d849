/** Signing out: at once in this browser, and at the server as soon as it can be reached. */
import { dropEverywhere, unended } from "./session.js";
import { accountKey, alone, post } from "./session-calls.js";
import { changeSettings, settings } from "./settings.js";
import { onTable } from "./store.js";

/** Ends the session in all tabs and removes all data of the account from this browser. */
export async function endSession() {
  try {
    localStorage.setItem(unended, "1");
  } catch {
    // Without storage there is one attempt.
  }
  await forgetAccount();
  // A refresh that is under way comes first, because it replaces the cookie.
  await alone(endAtServer).catch(() => {});
}

/** Ends a session that the server did not end when the person signed out, unless another tab has done it. */
export const endLater = () =>
  alone(async () => {
    if (localStorage.getItem(unended)) await endAtServer();
  });

async function endAtServer() {
  const { status } = await post("/v1/sessions/end");
  // A session that the server refuses to end has ended before.
  if (status !== 429 && status < 500) localStorage.removeItem(unended);
}

/** Removes all data of the account from this browser, after the session has ended. */
export async function forgetAccount() {
  try {
    // The code of the screens that store these may not be loaded.
    for (const name of [accountKey, "vokol.payment"]) localStorage.removeItem(name);
  } catch {
    // Without storage there is nothing to remove.
  }
  const { timetable, recentTimetables, position, place, recentPlaces } = settings.current;
  // The next person at a shared desk must not see where this one was.
  if (position ?? place ?? recentPlaces) {
    changeSettings({ position: undefined, place: undefined, recentPlaces: undefined });
  }
  if (timetable?.isPinned) {
    const others = recentTimetables?.filter(({ id }) => id !== timetable.id);
    changeSettings({ timetable: undefined, recentTimetables: others });
  }
  await dropEverywhere();
  await clearAnswers();
}

/** Removes the answers of accounts and the outbox; the answers of guests stay. */
async function clearAnswers() {
  const keys = (await onTable("answers", "readonly", (store) => store.getAllKeys())) ?? [];
  for (const key of keys) {
    if (!String(key).startsWith("guest ")) await onTable("answers", "readwrite", (store) => store.delete(key));
  }
  await onTable("outbox", "readwrite", (store) => store.clear());
}
