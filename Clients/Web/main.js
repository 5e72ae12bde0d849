/** Starts the client: language, theme, worker, and the screen of the address. */
import { html, render, useEffect, useRef, useState } from "./core/view.js";
import { enterRoute, readAhead } from "./core/ahead.js";
import { presence } from "./core/api.js";
import { loadCode } from "./core/code.js";
import { learnZone } from "./core/dates.js";
import { applyLanguage, language, loadTexts, texts, useTexts } from "./core/languages.js";
import { match } from "./core/paths.js";
import { place, startRouter, usePath } from "./core/router.js";
import { startSending } from "./core/sender.js";
import { settings } from "./core/settings.js";
import { retryEnd, token } from "./core/session.js";
import { openStore, pruneAnswers } from "./core/store.js";
import { loadStyle } from "./core/styles.js";
import { useValue } from "./core/value.js";
import { startWorker } from "./core/worker.js";
import { Frame } from "./parts/frame.js";
import { focusTitle } from "./parts/head.js";
import { Failed, Skeleton } from "./parts/states.js";
import { notify } from "./parts/toast.js";
import { Problem } from "./core/problem.js";
import { routes } from "./routes.js";

/** @param {string} path */
function routeOf(path) {
  for (const route of routes) {
    const values = match(route.path, path);
    if (values) return { route, values };
  }
  return { route: lost, values: {} };
}

/** @type {import("./routes.js").Route} */
const lost = { path: "", load: () => import("./parts/lost.js"), texts: [] };

/** @type {Map<string, unknown>} */
const screens = new Map();

/** Loads code, texts and styles of a route at the same time. @param {import("./routes.js").Route} route */
async function loadScreen(route) {
  const [module] = await Promise.all([loadCode(route.load), loadStyle(route.style), ...route.texts.map(loadTexts)]);
  screens.set(route.path, module.default);
  return module;
}

function Screen() {
  const path = usePath();
  const current = useValue(language);
  const { route, values } = routeOf(path);
  const isFresh = useRef(true);
  /** The route whose screen was loaded last, or failed to; the first one is loaded before anything is drawn. */
  const [ended, setEnded] = useState({ route: screens.has(route.path) ? route : undefined });
  const isHere = ended.route === route;
  const load = () => {
    enterRoute(route.path);
    const end = () => {
      // The person may have gone on to another screen.
      if (routeOf(place.current.path).route === route) setEnded({ route });
    };
    loadScreen(route).then(end, end);
  };
  useEffect(() => {
    if (!isFresh.current || !isHere) load();
  }, [route, current]);
  useEffect(() => {
    // A browser announces a fresh page itself.
    if (isHere && !isFresh.current) focusTitle();
    isFresh.current = false;
  }, [isHere && path]);
  const component = isHere && screens.get(route.path);
  if (component) return html`<${component} key=${route.path} ...${values} />`;
  const again = () => {
    setEnded({ route: undefined });
    load();
  };
  return html`
    <main class="page" id="main">
      ${isHere
        ? html`<${Failed} problem=${new Problem({ status: 0 })} onAgain=${again} />`
        : html`<${Skeleton} rows=${4} />`}
    </main>
  `;
}

function App() {
  useTexts("core");
  return html`
    <${Frame}>
      <${Screen} />
      <//>
  `;
}

function applyTheme() {
  const { theme } = settings.current;
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  // The colours of the browser's own bar.
  for (const meta of document.querySelectorAll("meta")) {
    const { of } = meta.dataset;
    if (of) meta.media = theme ? (theme === of ? "" : "not all") : `(prefers-color-scheme: ${of})`;
  }
}

/**
 * Starts the client. A function, because screens import this file's bundle: they would wait for an `await` at its top
 * level, and it for them.
 */
async function start() {
  applyTheme();
  settings.observe(applyTheme);
  const nameLanguage = () => {
    document.documentElement.lang = language.current;
  };
  language.observe(nameLanguage);
  startRouter();
  const { route: first, values } = routeOf(location.pathname);
  openStore();
  const signedIn = token().catch(() => {});
  addEventListener("online", retryEnd);
  retryEnd();
  await applyLanguage();
  // The screen's files and answers load together with the texts that all screens need, not after them. Without a worker,
  // this is a first visit, of which nothing is kept.
  enterRoute(first.path);
  const isFirstVisit = !navigator.serviceWorker?.controller;
  const [screen] = await Promise.all([
    loadScreen(first).catch(() => {}),
    loadTexts("core"),
    isFirstVisit || readAhead(),
  ]);
  if (isFirstVisit) screen?.begin?.(values);
  nameLanguage();
  const root = /** @type {Element} */ (document.querySelector("#app"));
  root.replaceChildren();
  render(html`<${App} />`, root);
  presence.prove = async () => (await loadCode(() => import("./parts/presence.js"))).provePresence();
  startWorker();
  // The outbox is sent after the screen is drawn.
  startSending(tellOfOutbox);
  pruneAnswers();
  // At once if it is unknown: the first answers are on their way, so that nothing waits for it.
  signedIn.then(() => setTimeout(learnZone, settings.current.zone ? 5_000 : 50));
}

/** @param {{ sent: number, dropped: number }} outcome */
function tellOfOutbox({ sent, dropped }) {
  const text = texts("core").outbox;
  notify({ sentence: dropped > 0 ? text.dropped(dropped) : text.sent(sent) });
}

start();
