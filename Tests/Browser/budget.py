"""The bytes of a first load: no cache, no worker, gzip, and the language whose texts are the longest."""

import gzip
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest

import checks
from screens import all_screens

#: Bytes of compressed scripts, and of everything that a screen loads before it stands: files and answers with their
#: heads, without photographs.
SCRIPT, TOTAL = 32 * 1024, 60 * 1024
#: What a screen with a map may load in addition.
MAP = 60 * 1024


@dataclass
class Load:
    """The resources that one page has loaded, by request, from the browser's network log."""

    address: str
    sizes: dict = field(default_factory=dict)
    bodies: dict = field(default_factory=dict)
    kinds: dict = field(default_factory=dict)
    open: set = field(default_factory=set)

    def follow(self, session):
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._sent)
        session.on("Network.responseReceived", self._received)
        session.on("Network.loadingFinished", lambda event: self._finished(session, event))
        session.on("Network.loadingFailed", lambda event: self.open.discard(event["requestId"]))

    def _sent(self, event):
        self.open.add(event["requestId"])

    def _received(self, event):
        response = event["response"]
        kind = "answer" if urlsplit(response["url"]).path.startswith("/v1/") else event["type"]
        if response["mimeType"].startswith("image/") and kind == "answer":
            kind = "photograph"
        if response["mimeType"] == "text/event-stream":
            # It never ends.
            self.open.discard(event["requestId"])
            return
        fields = {name.lower(): value for name, value in response["headers"].items()}
        # Not told by `encodedDataLength`, which over HTTP/2 may count a part of the body here already.
        if "content-length" in fields:
            self.bodies[event["requestId"]] = int(fields["content-length"])
        self.kinds[event["requestId"]] = kind, response["url"], "content-encoding" in fields

    def _finished(self, session, event):
        self.open.discard(event["requestId"])
        self.sizes[event["requestId"]] = event["encodedDataLength"]

    def shrink(self, session):
        """Counts answers as if compressed, for a development server that sends them uncompressed."""
        for request, (kind, _, is_compressed) in self.kinds.items():
            if kind == "answer" and not is_compressed and request in self.sizes:
                body = session.send("Network.getResponseBody", {"requestId": request})["body"]
                self.sizes[request] = len(gzip.compress(body.encode()))

    def sum(self, *kinds, has_heads=True):
        """Returns the bytes of resources of some kinds, or of all; none for what came from a cache."""
        return sum(size if has_heads else min(size, self.bodies.get(request, size))
                   for request, size in self.sizes.items()
                   if request in self.kinds and (not kinds or self.kinds[request][0] in kinds))

    def __str__(self):
        rows = sorted((size, *self.kinds[one][:2]) for one, size in self.sizes.items() if one in self.kinds)
        return "\n".join(f"{size:>8} {kind:<10} {url}" for size, kind, url in reversed(rows))


def first_screens():
    """Returns the screens as an address opens them, without sheets and panels opened later."""
    return [screen for screen in all_screens() if not screen.act]


@pytest.mark.parametrize("screen", first_screens(), ids=lambda screen: screen.name)
def test_budget_of_first_load(screen, browser_context, service):
    account = None if screen.who == "guest" else service.account(screen.who)
    context = browser_context(
        language="be", signed_in_as=account, settings=screen.settings, service_workers="block",
        extra_http_headers={"Accept-Encoding": "gzip"})
    page = context.new_page()
    session = context.new_cdp_session(page)
    load = Load(service.address)
    load.follow(session)
    screen.go(page, service, account)
    _wait_for_quiet(page, load)
    if service.address != service.url:
        load.shrink(session)
    extra = MAP if screen.is_map else 0
    script, total = load.sum("Script", has_heads=False), load.sum() - load.sum("photograph")
    print(f"{screen.name}: {script / 1024:.1f} KB of script, {total / 1024:.1f} KB in all, {len(load.sizes)} requests")
    assert script, f"no script was counted:\n{load}"
    assert script <= SCRIPT + extra, f"{script} bytes of script:\n{load}"
    assert total <= TOTAL + extra, f"{total} bytes in all:\n{load}"
    assert not load.sum("Font"), f"a font:\n{load}"


def _wait_for_quiet(page, load):
    """Waits until nothing more is loading."""
    checks.expect_settled(page)
    quiet = 0
    while quiet < 5:
        page.wait_for_timeout(50)
        quiet = 0 if load.open else quiet + 1
