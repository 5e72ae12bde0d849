"""The bytes of a first load on a phone and on the park's desk: no cache, no worker, the longest texts."""

import json
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest

import checks
from engines import DESK, PHONE
from screens import all_screens

#: Bytes of scripts, compressed by gzip; and of everything that a screen loads until nothing follows: files and answers
#: as the browser receives them, with their heads, without photographs.
SCRIPT, TOTAL = 32 * 1024, 60 * 1024
#: What a screen with a map may load in addition.
MAP = 60 * 1024


@dataclass
class Load:
    """The resources that one page has loaded, by request, from the browser's network log."""

    sizes: dict = field(default_factory=dict)
    kinds: dict = field(default_factory=dict)
    open: set = field(default_factory=set)

    def follow(self, session):
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._sent)
        session.on("Network.responseReceived", self._received)
        session.on("Network.loadingFinished", self._finished)
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
        self.kinds[event["requestId"]] = kind, response["url"]

    def _finished(self, event):
        self.open.discard(event["requestId"])
        self.sizes[event["requestId"]] = event["encodedDataLength"]

    def urls(self, kind):
        """Returns the addresses of the resources of a kind."""
        return {url for one, url in self.kinds.values() if one == kind}

    def sum(self, *kinds):
        """Returns the bytes of resources of some kinds, or of all; none for what came from a cache."""
        return sum(size for request, size in self.sizes.items()
                   if request in self.kinds and (not kinds or self.kinds[request][0] in kinds))

    def __str__(self):
        rows = sorted((size, *self.kinds[one]) for one, size in self.sizes.items() if one in self.kinds)
        return "\n".join(f"{size:>8} {kind:<10} {url}" for size, kind, url in reversed(rows))


@pytest.fixture(scope="session")
def gzipped(pytestconfig):
    """The bytes of the client's files by path, compressed by gzip."""
    with open(f"{pytestconfig.getoption('web')}/web.json") as file:
        return {one["path"]: one.get("gzip", one["identity"])["size"] for one in json.load(file)["files"]}


def first_loads():
    """Returns the screens as an address opens them, without what is opened later, and the sizes of the window."""
    for screen in all_screens():
        if not screen.act:
            yield screen, PHONE
            # The others load the same files on a desk.
            if screen.name.startswith(("museum", "park", "staff")):
                yield screen, DESK


@pytest.mark.parametrize("screen, size", list(first_loads()), ids=lambda one: getattr(one, "name", str(one)))
def test_budget_of_first_load(screen, size, browser_context, service, gzipped):
    account = None if screen.who == "guest" else service.account(screen.who)
    context = browser_context(language="be", size=size, signed_in_as=account, settings=screen.settings)
    page = context.new_page()
    load = Load()
    load.follow(context.new_cdp_session(page))
    screen.go(page, service, account)
    _wait_for_quiet(page, load)
    extra = MAP if size in screen.map_sizes else 0
    script = sum(gzipped[urlsplit(url).path] for url in load.urls("Script"))
    total = load.sum() - load.sum("photograph")
    print(f"{screen.name} {size}: {script / 1024:.1f} KB of script, {total / 1024:.1f} KB in all, "
          f"{len(load.sizes)} requests")
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
