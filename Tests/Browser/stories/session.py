"""The session: it begins and ends as people do it, no script sees its tokens, and another site cannot use it."""

import hashlib
import http.server
import json
import re
import secrets
import threading

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.differs

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


def test_session_is_refreshed_by_a_cookie_that_scripts_cannot_read(visit, engine):
    page = visit("/about", signed_in_as="rider")
    assert page.evaluate("() => document.cookie") == ""
    answer = page.evaluate(REFRESH)
    assert answer["status"] == 200 and TOKEN.match(answer["body"]["accessToken"])
    assert "refreshToken" not in answer["body"]


def test_session_is_not_there_for_a_guest(visit, engine):
    page = visit("/about")
    assert page.evaluate(REFRESH)["status"] == 401


def test_session_ends_and_leaves_nothing_of_the_account(visit, service, rider, engine):
    page = visit("/park/pass", signed_in_as=rider)
    expect(page.locator(".offer").first).to_be_visible()
    kept = page.evaluate(KEPT)
    assert rider.email in kept and rider.user["id"] in kept
    cookie = next(one["value"] for one in page.context.cookies() if one["httpOnly"])
    logs = "".join(file.read_text(errors="replace") for file in service.directory.rglob("*.log"))
    for where in [kept, logs]:
        assert not TOKEN.search(where) and cookie not in where
    page.goto(service.address + "/account")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    kept = page.evaluate(KEPT)
    assert rider.email not in kept and rider.user["id"] not in kept, kept
    assert page.evaluate(REFRESH)["status"] == 401


def test_session_begins_with_a_phone_and_a_code(visit, service, engine):
    phone = f"+37529{secrets.randbelow(10**7):07}"
    page = visit("/sign-in?mode=register")
    page.get_by_label("Phone", exact=True).fill(phone)
    page.get_by_label("First name").fill("Ada")
    page.get_by_label("Last name").fill("Byron")
    for label in ["I confirm this.", "I agree that"]:
        page.get_by_label(label).check()
    page.get_by_role("button", name="Send code").click()
    field = page.get_by_label("Six-digit code")
    expect(field).to_be_focused()
    expect(page.locator(".resend")).to_be_visible()
    code = service.code(phone)
    field.fill(f"{(int(code) + 1) % 10**6:06}")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("alert")).to_contain_text(re.compile(r"\b4\b"))
    # The sixth digit submits.
    field.fill(code)
    expect(page.get_by_role("heading", name="Account", level=1)).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("Ada Byron")


# Firefox does not tell the driver the body of a call that is answered for it.
@pytest.mark.only("chromium")
def test_session_solves_a_challenge_before_a_code_is_sent(visit, service, engine):
    page = visit("/sign-in", service_workers="block")
    challenge, sent = "EABqxV2Aq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ", []

    def ask(route):
        sent.append(route.request.post_data_json)
        if len(sent) == 1:
            problem = {"type": "about:blank", "status": 403, "title": "This is not allowed", "reason": "work-required",
                       "details": {"challenge": challenge, "bits": 14}}
            route.fulfill(status=403, content_type="application/problem+json", body=json.dumps(problem))
        else:
            # The server asks for no work, and takes no notice of it.
            route.continue_()

    page.route("**/v1/phone/codes", ask)
    phone = f"+37529{secrets.randbelow(10**7):07}"
    page.get_by_label("Phone", exact=True).fill(phone)
    page.get_by_role("button", name="Send code").click()
    expect(page.get_by_label("Six-digit code")).to_be_focused()
    assert [one["phone"] for one in sent] == [phone, phone] and "work" not in sent[0]
    work = sent[1]["work"]
    hashed = hashlib.sha256(f"{challenge}{work['solution']}".encode()).digest()
    assert work["challenge"] == challenge and int.from_bytes(hashed[:2], "big") < 4


@pytest.fixture
def elsewhere():
    """The address of an empty page of another origin."""
    class Empty(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Elsewhere</title>")

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Empty)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/"
    server.shutdown()


def test_session_cannot_be_used_by_another_origin(visit, watched, elsewhere, service, rider, engine):
    # The browser reports that the answers are not for this origin.
    watched.expect("CORS|Cross-Origin|access control|net::ERR")
    page = visit("/about", signed_in_as=rider)
    other = page.context.new_page()
    other.goto(elsewhere)
    send = """async ([address, mode, type]) => {
      const options = { method: "POST", mode, credentials: "include", body: "{}", headers: { "Content-Type": type } };
      if (mode === "cors") options.headers["X-Vokol-Session"] = "cookie";
      try { return `${(await fetch(address, options)).type}`; } catch { return "refused"; }
    }"""
    for path in ["/v1/sessions/refresh", "/v1/sessions/end"]:
        address = service.address + path
        assert other.evaluate(send, [address, "cors", "application/json"]) == "refused"
        # Such a request is sent, and its answer is hidden: it must have no effect.
        other.evaluate(send, [address, "no-cors", "text/plain"])
    answer = page.evaluate(REFRESH)
    assert answer["status"] == 200, json.dumps(answer)
