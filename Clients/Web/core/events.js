/**
 * Hints that something changed on the server: `GET /v1/events`.
 *
 * One tab of a browser reads the stream and forwards its hints to the others, because a browser opens few connections
 * to one server. The stream runs only while a tab is visible; when it opens, older data is loaded again, which may have
 * changed meanwhile. A hint carries no data.
 */
import { sendSigned } from "./api.js";
import { account } from "./session.js";
import { useEffect } from "./view.js";

/**
 * An event of the stream; `changed` has a topic and its version.
 * @typedef {{ kind: string, topic?: string, version?: number }} StreamEvent
 */

/** The first and the longest pause before the stream is opened again. */
const firstPause = 1_000;
const longestPause = 60_000;
/** A stream without a line for this long is dead; the server writes a comment every 15 s. */
const silence = 40_000;
/** A screen's data is not loaded again at the opening of the stream if it is newer than this. */
const fresh = 2_000;

/**
 * The functions of components that wait for hints, by topic, each with the time of its last load.
 * @type {Map<string, Map<() => void, number>>}
 */
const listeners = new Map();
/** True if there was no stream for a while, so that hints may be missing. */
let hasGap = false;
/** The topics that other tabs wait for, by tab. @type {Map<string, string[]>} */
const elsewhere = new Map();
const tab = crypto.randomUUID();
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("vokol.events") : null;
/** @type {any} */ (channel)?.unref?.();

/** Stands for all topics, where a topic is named. */
const allTopics = "*";

/**
 * Splits a stream of server-sent events; returns the complete events and the rest of the text.
 * @param {string} text
 * @returns {{ events: StreamEvent[], rest: string }}
 */
export function readEvents(text) {
  const blocks = text.split("\n\n");
  const rest = blocks.pop() ?? "";
  const events = blocks.flatMap((block) => {
    const data = block.split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5)).join("\n");
    const kind = block.split("\n").find((line) => line.startsWith("event:"))?.slice(6).trim();
    if (kind === "ready" || kind === "resync") return [{ kind }];
    if (kind !== "changed" || !data) return [];
    try {
      const { topic, version } = JSON.parse(data);
      return [{ kind, topic: String(topic), version: Number(version) }];
    } catch {
      return [];
    }
  });
  return { events, rest };
}

/**
 * Returns the topics to load again after an event.
 * @param {StreamEvent} event
 * @param {Map<string, number>} versions The latest versions by topic, which are updated.
 */
export function topicsToLoad({ topic, version }, versions) {
  if (topic === undefined) {
    // From here on a service may count anew.
    versions.clear();
    return [allTopics];
  }
  if (version !== undefined) {
    // What an older announcement covers, the newer one has covered.
    if (version <= (versions.get(topic) ?? 0)) return [];
    versions.set(topic, version);
  }
  return [topic];
}

/**
 * Calls the listeners of a topic whose data is older than a time.
 * @param {string} topic @param {number} [before]
 */
function tell(topic, before = Infinity) {
  for (const [name, found] of listeners) {
    if (topic !== allTopics && topic !== name) continue;
    for (const [listener, loadedAt] of [...found]) {
      if (loadedAt >= before) continue;
      found.set(listener, Date.now());
      listener();
    }
  }
}

/** @type {AbortController | null} */
let reading = null;

const wantedTopics = () => [...new Set([...listeners.keys(), ...[...elsewhere.values()].flat()])].sort();

/** Reads the stream of the current topics until it ends. @param {AbortSignal} signal @param {string[]} topics */
async function readStream(topics, signal) {
  const query = new URLSearchParams({ topics: topics.join(",") });
  const response = await sendSigned(`/v1/events?${query}`, { headers: { Accept: "text/event-stream" }, signal });
  if (!response.ok || !response.body) throw new Error(`events: status ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  /** @type {Map<string, number>} */
  const versions = new Map();
  let rest = "";
  for (;;) {
    const timer = setTimeout(() => reader.cancel(), silence);
    const { value, done } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    const found = readEvents(rest + value.replaceAll("\r\n", "\n"));
    rest = found.rest;
    for (const event of found.events) {
      const isReady = event.kind === "ready";
      const before = isReady && !hasGap ? Date.now() - fresh : Infinity;
      if (isReady) hasGap = false;
      for (const topic of topicsToLoad(event, versions)) {
        tell(topic, before);
        channel?.postMessage({ kind: "hint", topic, before });
      }
    }
  }
}

/** Keeps the stream open for all tabs while any component waits for a topic and a tab is visible. */
async function holdStream() {
  const topics = wantedTopics();
  reading?.abort();
  const isHidden = document.visibilityState === "hidden";
  hasGap ||= isHidden;
  if (topics.length === 0 || isHidden) return;
  const aborter = new AbortController();
  reading = aborter;
  const { signal } = aborter;
  const run = async () => {
    for (let pause = firstPause; !signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      const began = Date.now();
      try {
        await readStream(wantedTopics(), signal);
      } catch {
        if (signal.aborted) return;
      }
      hasGap = true;
      if (Date.now() - began > longestPause) pause = firstPause;
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
    }
  };
  if (navigator.locks) await navigator.locks.request("vokol.events", { signal }, run).catch(() => {});
  else await run();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let restart;
/** Reopens the stream for changed topics, once for several changes at the same time. */
function topicsChanged() {
  channel?.postMessage({ kind: "topics", tab, topics: [...listeners.keys()] });
  clearTimeout(restart);
  restart = setTimeout(holdStream, 50);
}

channel?.addEventListener("message", ({ data }) => {
  if (data.kind === "hint") tell(data.topic, data.before);
  if (data.kind === "topics") {
    const before = wantedTopics().join();
    if (data.topics.length) elsewhere.set(data.tab, data.topics);
    else elsewhere.delete(data.tab);
    if (reading && wantedTopics().join() !== before) holdStream();
  }
});
globalThis.document?.addEventListener("visibilitychange", () => {
  if (listeners.size) topicsChanged();
});
globalThis.addEventListener?.("pagehide", () => channel?.postMessage({ kind: "topics", tab, topics: [] }));
account.observe(() => {
  if (listeners.size) topicsChanged();
});

/**
 * Calls a function whenever the server announces a change of a topic; returns what ends that.
 * @param {string} topic For example `slots:2026-11-23` or `bookings`.
 * @param {() => void} listener
 * @param {number} [loadedAt] When the data was loaded; what is older than the stream is loaded again when that opens.
 */
export function listen(topic, listener, loadedAt = Date.now()) {
  const found = listeners.get(topic) ?? new Map();
  found.set(listener, loadedAt);
  listeners.set(topic, found);
  topicsChanged();
  return () => {
    found.delete(listener);
    if (found.size === 0) listeners.delete(topic);
    topicsChanged();
  };
}

/**
 * Calls a function whenever the server announces a change of a topic.
 * @param {string | null} topic Null for none.
 * @param {() => void} listener
 */
export function useHints(topic, listener) {
  useEffect(() => topic ? listen(topic, listener) : undefined, [topic, listener]);
}
