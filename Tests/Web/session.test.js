/** The session's end: what is under way when a person signs out, and what the server does not take. */
import { assertEquals } from "./assert.js";

/** A storage as browsers have it. */
class Storage {
  /** @type {Map<string, string>} */
  items = new Map();
  isBlocked = false;
  /** @template T @param {() => T} work */
  use(work) {
    if (this.isBlocked) throw new DOMException("blocked by a test", "SecurityError");
    return work();
  }
  getItem = (/** @type {string} */ name) => this.use(() => this.items.get(name) ?? null);
  setItem = (/** @type {string} */ name, /** @type {string} */ value) => this.use(() => this.items.set(name, value));
  removeItem = (/** @type {string} */ name) => this.use(() => this.items.delete(name));
}

/** Locks of one tab: one work after the other. */
let last = Promise.resolve();
const locks = {
  request(/** @type {string} */ _, /** @type {() => Promise<any>} */ work) {
    const result = last.then(work);
    last = result.then(() => {}, () => {});
    return result;
  },
};
const localStorage = new Storage();
const sessionStorage = new Storage();
for (const [name, value] of Object.entries({ localStorage, sessionStorage })) {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}
Object.defineProperty(navigator, "locks", { value: locks, configurable: true });

const { account, forgetToken, retryEnd, startSession, token } = await import("../../Clients/Web/core/session.js");
const { refreshEarly } = await import("../../Clients/Web/core/session-calls.js");
const { changeSettings, settings } = await import("../../Clients/Web/core/settings.js");
const { endSession } = await import("../../Clients/Web/core/sign-out.js");

const user = /** @type {any} */ ({ id: "anna", roles: [] });
const tokens = {
  accessToken: "access",
  accessTokenExpiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  user,
};

/**
 * Runs work with a server that answers as told; returns the paths of its requests.
 * @param {(path: string) => Response | Promise<Response>} answer @param {() => Promise<unknown>} work
 */
async function withServer(answer, work) {
  const { fetch } = globalThis;
  /** @type {string[]} */
  const paths = [];
  globalThis.fetch = async (path) => {
    paths.push(String(path));
    return await answer(String(path));
  };
  await work().finally(() => {
    globalThis.fetch = fetch;
  });
  return paths;
}

const done = () => new Response(null, { status: 204 });

Deno.test("A refresh that ends after the person signed out begins no session, and the end comes after it", async () => {
  localStorage.items.set("vokol.account", JSON.stringify(user));
  account.set(user);
  /** @type {(response: Response) => void} */
  let refreshed = () => {};
  const refresh = new Promise((resolve) => refreshed = resolve);
  const paths = await withServer(
    (path) => path.endsWith("/refresh") ? /** @type {Promise<Response>} */ (refresh) : done(),
    async () => {
      const asked = token();
      // The request goes out.
      await new Promise((resume) => setTimeout(resume));
      const ended = endSession();
      refreshed(Response.json(tokens));
      assertEquals(await asked, null);
      await ended;
    },
  );
  assertEquals(paths, ["/v1/sessions/refresh", "/v1/sessions/end"]);
  assertEquals([account.current, localStorage.items.size], [null, 0]);
});

Deno.test("A refresh that was asked for early is not asked for again", async () => {
  account.set(user);
  const paths = await withServer(() => Response.json(tokens), async () => {
    refreshEarly();
    assertEquals([await token(), await token()], ["access", "access"]);
  });
  assertEquals(paths, ["/v1/sessions/refresh"]);
  forgetToken("access");
  assertEquals(await withServer(() => Response.json(tokens), token), ["/v1/sessions/refresh"]);
  await withServer(done, endSession);
});

Deno.test("An early answer that nobody took does not end a later session", async () => {
  account.set(user);
  await withServer(() => new Response("", { status: 401 }), async () => {
    refreshEarly();
    await new Promise((resume) => setTimeout(resume));
  });
  startSession(tokens);
  forgetToken("access");
  assertEquals(await withServer(() => Response.json(tokens), token), ["/v1/sessions/refresh"]);
  assertEquals(account.current, user);
  await withServer(done, endSession);
});

Deno.test("A session that the server does not end is ended later, once", async () => {
  for (
    const fail of [
      () => new Response("", { status: 429 }),
      () => new Response("", { status: 503 }),
      () => Promise.reject(new TypeError("no network")),
    ]
  ) {
    startSession(tokens);
    assertEquals(await withServer(fail, endSession), ["/v1/sessions/end"]);
    assertEquals(account.current, null);
    assertEquals(await withServer(fail, retryEnd), ["/v1/sessions/end"]);
    assertEquals(await withServer(done, () => Promise.all([retryEnd(), retryEnd()])), ["/v1/sessions/end"]);
    assertEquals(await withServer(done, retryEnd), []);
    assertEquals(localStorage.items.size, 0);
  }
});

Deno.test("A new session is not ended in the place of the one before", async () => {
  startSession(tokens);
  await withServer(() => new Response("", { status: 503 }), endSession);
  startSession(tokens);
  assertEquals(await withServer(done, retryEnd), []);
  await withServer(done, endSession);
});

Deno.test("Signing out removes what screens stored, even if they were not shown, and the account's timetable", async () => {
  startSession(tokens);
  localStorage.items.set("vokol.payment", "payment");
  sessionStorage.items.set("vokol.hold", "{}");
  const mine = { kind: /** @type {const} */ ("group"), id: "353502", name: "353502" };
  const other = { ...mine, id: "310101", name: "310101" };
  const minsk = { name: "Minsk", latitude: 53.9, longitude: 27.56 };
  changeSettings({ timetable: { ...mine, isPinned: true }, recentTimetables: [mine, other], theme: "dark" });
  changeSettings({ position: minsk, place: minsk, recentPlaces: [minsk] });
  await withServer(done, endSession);
  assertEquals([[...localStorage.items.keys()], sessionStorage.items.size], [["vokol.settings"], 0]);
  assertEquals(
    JSON.parse(localStorage.items.get("vokol.settings") ?? ""),
    { recentTimetables: [other], theme: "dark" },
  );
  assertEquals([settings.current.timetable, settings.current.recentTimetables], [undefined, [other]]);
  changeSettings({ timetable: mine });
  startSession(tokens);
  await withServer(done, endSession);
  assertEquals(settings.current.timetable, mine);
});

Deno.test("A person whose browser blocks storage can sign out", async () => {
  startSession(tokens);
  localStorage.isBlocked = true;
  assertEquals(await withServer(done, endSession), ["/v1/sessions/end"]);
  localStorage.isBlocked = false;
  assertEquals(account.current, null);
});
