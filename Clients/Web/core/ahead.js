/**
 * Reads the answers that the first screen shows before it is drawn, so that it is drawn once, complete.
 *
 * Which answers these are is known from the last visit to a screen of the same route, under whose name they are kept.
 */
import { account, onSignOut } from "./session.js";
import { keepAnswer, readAnswer } from "./store.js";

/** @typedef {import("./store.js").KeptAnswer} KeptAnswer */

/** The most answers of one route. */
const mostNames = 16;
/** The longest wait of the first screen for its answers, in milliseconds: a browser's database may hang. */
const longestWait = 500;
/** The time without a further answer after which a screen's names are kept, in milliseconds. */
const pause = 1_000;

/** @type {Map<string, KeptAnswer>} The answers of the first screen, by account and name. */
const answers = new Map();
/** @type {Set<string>} */
const shownNames = new Set();
let currentRoute = "";
let knownNames = "";
let timer = 0;

/** @param {string} name */
const keyOf = (name) => `${account.current?.id ?? ""} ${name}`;

/** Reads the answers of the current route. */
export async function readAhead() {
  const route = currentRoute;
  const owner = account.current?.id;
  const readAll = async () => {
    const names = /** @type {string[]} */ ((await readAnswer(`route ${route}`))?.value ?? []);
    knownNames = String(names);
    const found = await Promise.all(names.map(readAnswer));
    // A person may have gone on, or signed out, in the meantime.
    if (currentRoute !== route || account.current?.id !== owner) return;
    found.forEach((answer, index) => answer && answers.set(keyOf(names[index]), answer));
  };
  await Promise.race([readAll(), new Promise((resolve) => setTimeout(resolve, longestWait))]);
}

/** Forgets the answers of the previous route. @param {string} route */
export function enterRoute(route) {
  if (route === currentRoute) return;
  currentRoute = route;
  forgetAll();
}

function forgetAll() {
  clearTimeout(timer);
  answers.clear();
  shownNames.clear();
  knownNames = "";
}

/** Returns a kept answer if it was read ahead. @param {string} name */
export const answerAhead = (name) => answers.get(keyOf(name));

/** Forgets an answer, because a newer one has arrived. @param {string} name */
export const forgetAhead = (name) => answers.delete(keyOf(name));

/** Notes that the current screen shows an answer. @param {string} name */
export function noteShown(name) {
  if (shownNames.has(name) || shownNames.size === mostNames) return;
  shownNames.add(name);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const names = [...shownNames];
    if (String(names) !== knownNames) keepAnswer(`route ${currentRoute}`, { value: names, fetchedAt: Date.now() });
    knownNames = String(names);
  }, pause);
}

onSignOut(forgetAll);
