"""The session belongs to the pages of its own origin: those of others cannot use it."""

import http.server
import json
import ssl
import threading
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

from pages.session import REFRESH

pytestmark = pytest.mark.differs


@pytest.fixture
def elsewhere(service):
    """The address of an empty page of another origin of the same site, to whose requests browsers add the cookie."""
    class Empty(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Elsewhere</title>")

        def log_message(self, *_):
            pass

    certificates = service.directory / "certificates"
    secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secure.load_cert_chain(certificates / "server.pem", certificates / "server.key")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Empty)
    # Each connection shakes hands in a thread of its own: browsers open some that they do not use.
    server.socket = secure.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"https://localhost:{server.server_port}/"
    server.shutdown()


#: Sends a request as a page of another origin may, and returns the type of the answer.
SEND = """async ([address, mode, type, body]) => {
  const options = { method: "POST", mode, credentials: "include", body, headers: { "Content-Type": type } };
  if (mode === "cors") options.headers["X-Vokol-Session"] = "cookie";
  try { return `${(await fetch(address, options)).type}`; } catch { return "refused"; }
}"""
#: Sends a form whose body is JSON: the equals sign after a field's name is within a text.
SUBMIT = """([address, body]) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action: address, enctype: "text/plain" });
  const name = `${body.slice(0, -1)}${body === "{}" ? "" : ","}"other":"`;
  form.append(Object.assign(document.createElement("input"), { name, value: '"}' }));
  document.body.append(form);
  form.submit();
}"""


def test_session_cannot_be_used_by_another_origin(browser_context, watched, elsewhere, service, rider, engine):
    # The browser reports that the answers are not for this origin.
    watched.expect("CORS|Cross-Origin|access control|net::ERR|status of 4")
    context = browser_context(signed_in_as=rider, service_workers="block")
    page = context.new_page()
    with page.expect_response("**/v1/sessions/refresh"):
        page.goto(service.address + "/account")
    expect(page.get_by_role("main")).to_contain_text(rider.email)
    jar = context.cookies()
    login = json.dumps({"email": rider.email, "password": rider.password})
    for path, body in [("/v1/sessions/refresh", "{}"), ("/v1/sessions/end", "{}"), ("/v1/sessions", login)]:
        address, other = service.address + path, context.new_page()
        other.goto(elsewhere)
        assert other.evaluate(SEND, [address, "cors", "application/json", body]) == "refused"
        # Such requests are sent, and their answers are hidden: they must have no effect.
        other.evaluate(SEND, [address, "no-cors", "text/plain", body])
        with other.expect_request(address) as sent:
            other.evaluate(SUBMIT, [address, body])
        sent.value.response()
        fields = sent.value.all_headers()
        assert fields["origin"] + "/" == elsewhere and all(one["value"] in fields["cookie"] for one in jar)
        # Nor would they with the fields that the browser lets no such page send.
        fields = {name: fields[name] for name in ["cookie", "origin", "sec-fetch-site"]}
        fields |= {"X-Vokol-Session": "cookie", "Content-Type": "application/json"}
        request = urllib.request.Request(address, body.encode(), fields)
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request, context=service.context, timeout=30)
        assert json.load(refused.value)["reason"] == "foreign-origin"
    assert context.cookies() == jar
    answer = page.evaluate(REFRESH)
    assert answer["status"] == 200, json.dumps(answer)
