/** Addresses of screens: every screen has a URL and an entry in the browser's history. */
import { afterTap } from "./tap.js";
import { useValue, Value } from "./value.js";

/**
 * @typedef {object} Place
 * @property {string} path
 * @property {URLSearchParams} query
 */

/** @returns {Place} */
const read = () => ({ path: location.pathname, query: new URLSearchParams(location.search) });

/** The current address. */
export const place = new Value(read());
export const usePlace = () => useValue(place);
/** The current path; a change of the query alone does not render the component again. */
export const usePath = () => useValue(place, ({ path }) => path);
/** The current value of a query parameter. @param {string} name @returns {string | null} */
export const useQuery = (name) => useValue(place, ({ query }) => query.get(name));

/**
 * Goes to an address of this client.
 * @param {string} address Path, with a query where there is one.
 * @param {{ replaces?: boolean, keepsScroll?: boolean }} [options] `replaces`: going back skips the current address.
 */
export function go(address, options = {}) {
  const target = new URL(address, location.href);
  if (target.href === location.href && !options.replaces) return;
  if (options.replaces) history.replaceState(history.state, "", target);
  else {
    history.replaceState({ ...history.state, scroll: scrollY }, "");
    history.pushState({ depth: (history.state?.depth ?? 0) + 1 }, "", target);
  }
  place.set(read());
  if (!options.replaces && !options.keepsScroll) afterTap(() => scrollTo(0, 0));
}

/**
 * Goes back to the previous screen, or to an address if the person came from outside.
 * @param {string} otherwise
 */
export function goBack(otherwise) {
  if (history.state?.depth > 0) history.back();
  else go(otherwise, { replaces: true });
}

/**
 * Changes query parameters of the current address, without a step of its own in the history.
 * @param {Record<string, string | null | undefined>} change An empty, null or undefined value removes the parameter.
 * @param {{ pushes?: boolean }} [options] `pushes`: the change is a step of its own.
 */
export function changeQuery(change, options = {}) {
  const { path, query } = read();
  for (const [name, value] of Object.entries(change)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const text = query.toString();
  go(text ? `${path}?${text}` : path, options.pushes ? { keepsScroll: true } : { replaces: true });
}

/** The number of frames that a screen may take to reach its former height. */
const patience = 60;

/**
 * Restores the scroll position of a screen, which is drawn in the next frames; kept answers arrive a little later.
 * @param {number} top @param {Place} left @param {number} [frames]
 */
function scrollBack(top, left, frames = patience) {
  // A person who has gone on to another screen is not scrolled.
  if (place.current !== left) return;
  scrollTo(0, top);
  if (scrollY + 1 < top && frames > 0) requestAnimationFrame(() => scrollBack(top, left, frames - 1));
}

/** Handles links and the browser's own buttons; called once. */
export function startRouter() {
  history.scrollRestoration = "manual";
  addEventListener("popstate", ({ state }) => {
    place.set(read());
    requestAnimationFrame(() => scrollBack(state?.scroll ?? 0, place.current));
  });
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
    const isOurs = link.origin === location.origin &&
      !/^\/(v1|openapi|licences|\.well-known|assets|docs)/.test(link.pathname);
    if (!isOurs || (link.hash && link.pathname === location.pathname && link.search === location.search)) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
