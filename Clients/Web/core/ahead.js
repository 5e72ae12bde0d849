/**
 * Reads the answers that the first screen shows before it is drawn, so that it is drawn once, complete.
 *
 * Which answers these are is known from earlier visits to the same route, under whose name they are kept.
 */
import { account, onSignOut } from "./session.js";
import { keepAnswer, readAnswer } from "./store.js";

/** @typedef {import("./store.js").KeptAnswer} KeptAnswer */

/** The most answers of one route. */
const mostNames = 16;
/** The longest wait of the first screen for its answers, in milliseconds: a browser's database may hang. */
const longestWait = 500;

/** @type {Map<string, KeptAnswer>} The answers of the first screen, by account and name. */
const answers = new Map();
let currentRoute = "";
/** The names of the route's answers, newest first. @type {string[]} */
let names = [];

/** @param {string} name */
const keyOf = (name) => `${account.current?.id} ${name}`;

/** Reads the answers of the current route. */
export async function readAhead() {
  const route = currentRoute;
  const owner = account.current?.id;
  const readAll = async () => {
    const known = /** @type {string[]} */ ((await readAnswer(`route ${route}`))?.value ?? []);
    const found = await Promise.all(known.map(readAnswer));
    // The person may have moved to another screen, or signed out, in the meantime.
    if (currentRoute !== route || account.current?.id !== owner) return;
    names = known;
    found.forEach((answer, index) => answer && answers.set(keyOf(known[index]), answer));
  };
  await Promise.race([readAll(), new Promise((resolve) => setTimeout(resolve, longestWait))]);
}

/** Ends what belongs to the last route. @param {string} route */
export function enterRoute(route) {
  currentRoute = route;
  forgetAll();
}

function forgetAll() {
  answers.clear();
  names = [];
}

/** Returns a kept answer if it was read ahead. @param {string} name */
export const answerAhead = (name) => answers.get(keyOf(name));

/** Notes that the current screen shows an answer, which is then read as usual. @param {string} name */
export function noteShown(name) {
  answers.delete(keyOf(name));
  if (names.includes(name)) return;
  names = [name, ...names].slice(0, mostNames);
  keepAnswer(`route ${currentRoute}`, { value: names, fetchedAt: Date.now() });
}

onSignOut(forgetAll);
