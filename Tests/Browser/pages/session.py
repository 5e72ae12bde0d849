"""The session of a browser, and everything that scripts can read there."""

import re

from playwright.sync_api import expect

#: Refreshes the session as the client does.
REFRESH = """async () => {
  const response = await fetch("/v1/sessions/refresh", {
    method: "POST", body: "{}", headers: { "Content-Type": "application/json", "X-Vokol-Session": "cookie" } });
  return { status: response.status, body: await response.json() };
}"""
#: Everything that a page and its browser hold where a script can read it.
KEPT = """async () => {
  const tables = await new Promise((resolve, reject) => {
    const request = indexedDB.open("vokol");
    request.onerror = () => reject(request.error);
    request.onsuccess = () => resolve(request.result);
  });
  const read = (table, what) => new Promise((resolve) => {
    const request = tables.transaction(table).objectStore(table)[what]();
    request.onsuccess = () => resolve(request.result);
  });
  const rows = [];
  for (const table of tables.objectStoreNames) rows.push(await read(table, "getAllKeys"), await read(table, "getAll"));
  tables.close();
  const cached = [];
  for (const name of await caches.keys()) {
    cached.push(...(await (await caches.open(name)).keys()).map(({ url }) => url));
  }
  return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, rows, cached.filter((url) => url.includes("/v1/")),
    document.cookie, location.href, document.documentElement.outerHTML]);
}"""
#: The form of an access token.
TOKEN = re.compile(r"eyJ[\w-]+\.[\w-]+\.")


def sign_out(page):
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
