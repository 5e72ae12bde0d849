/** Answers for components: first the kept one, with its age, then the fresh one. */
import { answerAhead, noteShown } from "./ahead.js";
import { exchange } from "./api.js";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./view.js";
import { keepAnswer, readAnswer } from "./store.js";
import { language } from "./languages.js";
import { Problem } from "./problem.js";
import { useValue } from "./value.js";
import { account } from "./session.js";

/**
 * @typedef {import("./api.js").Method} Method
 * @typedef {import("./api.js").Methods} Methods
 */
/**
 * @template T
 * @typedef {object} Answer
 * @property {T} [value]
 * @property {number} [fetchedAt] The time at which the value arrived, in milliseconds since 1970.
 * @property {boolean} isKept True while the value is the kept one.
 * @property {boolean} isLoading
 * @property {Problem} [problem] The error of the last attempt; a kept value may still be present.
 * @property {() => void} refresh Loads the value again.
 * @property {(change: (value: T) => T) => void} change Changes the local value after a call that changed it on the
 *   server.
 */

/** @param {Method} method @param {unknown} params */
export const answerName = (method, params) => `${method} ${JSON.stringify(params)} ${language.current}`;

/** The call that began before its component was drawn, and the name of its answer. */
const begun = { name: "", call: /** @type {Promise<any>} */ (Promise.resolve()) };

/**
 * Calls a method for a component that is not drawn yet; slow phones take a tenth of a second for that.
 * @template {Method} M
 * @param {M} method @param {Methods[M]["params"]} params
 */
export function beginAnswer(method, params) {
  begun.name = answerName(method, params);
  begun.call = exchange(method, params);
  // The component tells of a failure.
  begun.call.catch(() => {});
}

/** Returns the call that began under a name, once. @param {string} name */
function takeBegun(name) {
  if (begun.name !== name) return undefined;
  begun.name = "";
  return begun.call;
}

/**
 * Returns the answer of a method, first the kept one and then a fresh one; calls again when the parameters, the
 * language or the account change.
 * @template {Method} M
 * @param {M} method
 * @param {Methods[M]["params"] | null} params Null: no call yet.
 * @param {LoadOptions<Methods[M]["result"]>} [options]
 * @returns {Answer<Methods[M]["result"]>}
 */
export function useAnswer(method, params, options = {}) {
  useValue(language);
  const name = params === null ? "" : answerName(method, params);
  return useLoaded(
    name,
    (options) => takeBegun(name) ?? exchange(method, /** @type {Methods[M]["params"]} */ (params), options),
    options,
  );
}

/**
 * @template T
 * @typedef {object} LoadOptions
 * @property {boolean} [isKept] Stores the answer for use without a network; true by default.
 * @property {number} [everyMs] The interval at which the answer is loaded again while the page is visible.
 * @property {(value: T) => boolean} [accepts] Returns false for a kept value that must not be shown.
 */

/**
 * Returns the result of a function, first the kept one and then a fresh one; loads again when the name or the account
 * changes.
 * @template T
 * @param {string} name The name under which the value is kept; empty: no load yet.
 * @param {(options: import("./api.js").CallOptions) =>
 *   Promise<{ value: T, etag?: string, isUnchanged?: boolean }>} fetchValue
 * @param {LoadOptions<T>} [options]
 * @returns {Answer<T>}
 */
export function useLoaded(name, fetchValue, options = {}) {
  const { isKept = true, everyMs, accepts } = options;
  const owner = useValue(account)?.id ?? "";
  const identity = `${owner} ${name}`;
  const ahead = isKept && name !== "" ? answerAhead(name) : undefined;
  /** @type {any} */
  const start = { identity, isKept: false, isLoading: name !== "" };
  if (ahead && (!accepts || accepts(/** @type {any} */ (ahead.value)))) {
    Object.assign(start, { value: ahead.value, fetchedAt: ahead.fetchedAt, isKept: true });
  }
  const [state, setState] = useState(start);
  const [round, setRound] = useState(0);
  const shown = state.identity === identity ? state : start;
  const latest = useRef(shown);
  latest.current = shown;
  /** The load under way. */
  const fetching = useRef(/** @type {AbortController | undefined} */ (undefined));

  // Before the screen is drawn: slow phones take a tenth of a second for that.
  useLayoutEffect(() => {
    if (name === "") return;
    const aborter = new AbortController();
    fetching.current = aborter;
    /** @param {any} change */
    const show = (change) => {
      if (!aborter.signal.aborted) setState({ ...latest.current, ...change, identity });
    };
    const load = async () => {
      let kept = isKept ? answerAhead(name) ?? await readAnswer(name) : undefined;
      if (isKept) noteShown(name);
      if (kept && accepts && !accepts(/** @type {any} */ (kept.value))) kept = undefined;
      if (kept && latest.current.value === undefined) {
        show({ value: kept.value, fetchedAt: kept.fetchedAt, isKept: true });
      }
      try {
        const fresh = await fetchValue({
          signal: aborter.signal,
          etag: kept?.etag,
          // Without a kept value, the screen says at once that there is no network, and not after the last attempt.
          onTrouble: (problem) => problem.isOffline && !latest.current.value && show({ isLoading: false, problem }),
        });
        const fetchedAt = Date.now();
        const value = fresh.isUnchanged ? kept?.value : fresh.value;
        show({ value, fetchedAt, isKept: false, isLoading: false, problem: undefined });
        if (isKept && !aborter.signal.aborted) keepAnswer(name, { value, etag: fresh.etag, fetchedAt });
      } catch (error) {
        if (aborter.signal.aborted) return;
        show({
          isLoading: false,
          problem: error instanceof Problem ? error : new Problem({ status: -1, detail: String(error) }),
        });
      }
      if (!aborter.signal.aborted) fetching.current = undefined;
    };
    load();
    return () => aborter.abort();
  }, [identity, round]);

  const repeat = useCallback(() => setRound((count) => count + 1), []);
  const refresh = useCallback(() => {
    // A person who tries again sees that it is tried.
    if (latest.current.problem) setState({ ...latest.current, isLoading: true });
    repeat();
  }, []);
  useRepetition(repeat, everyMs);
  /** @param {(value: T) => T} edit */
  const change = (edit) => {
    setState({ ...latest.current, value: edit(latest.current.value) });
    if (!fetching.current) return;
    // An answer that is on its way may be from before the change.
    fetching.current.abort();
    repeat();
  };
  return { ...shown, refresh, change };
}

/**
 * Calls a function at an interval while the page is visible, and when the page returns or comes online.
 * @param {() => void} repeat @param {number} [everyMs]
 */
function useRepetition(repeat, everyMs) {
  useEffect(() => {
    const isVisible = () => document.visibilityState === "visible";
    const onReturn = () => isVisible() && repeat();
    const timer = everyMs === undefined ? undefined : setInterval(onReturn, everyMs);
    if (everyMs !== undefined) document.addEventListener("visibilitychange", onReturn);
    addEventListener("online", onReturn);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onReturn);
      removeEventListener("online", onReturn);
    };
  }, [repeat, everyMs]);
}

/**
 * Runs one call at a time for a form or a button, and tracks its progress and error.
 * @template {unknown[]} P
 * @template R
 * @param {(...params: P) => Promise<R>} action
 */
export function useAction(action) {
  const [state, setState] = useState(/** @type {{ isRunning: boolean, problem?: Problem }} */ ({ isRunning: false }));
  const isRunning = useRef(false);
  /** @param {P} params @returns {Promise<R | undefined>} */
  const run = async (...params) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setState({ isRunning: true });
    try {
      const result = await action(...params);
      setState({ isRunning: false });
      return result;
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem({ status: -1, detail: String(error) });
      setState({ isRunning: false, problem });
      return undefined;
    } finally {
      isRunning.current = false;
    }
  };
  return { ...state, run, clear: () => setState({ isRunning: false }) };
}

/**
 * The idempotency key of an intended action: the same until the intention changes, so that trying again after a lost
 * answer has no second effect.
 * @param {unknown} intention
 */
export function useKey(intention) {
  return useMemo(() => crypto.randomUUID(), [JSON.stringify(intention)]);
}
