"""Measures waiting times on a slow phone: a line of 1.6 Mbit/s and 150 ms, and a processor slowed four times."""

import contextlib
import re
import statistics
import urllib.parse

from playwright.sync_api import sync_playwright

from checks import SCRIPTS, expect_settled, expect_worker
from engines import launch, new_context
from relay import Relay
from running import parser, running
from screens import all_screens

SLOWNESS = 4
#: What the client promises, in milliseconds; the last is a sum of shares of the window.
LIMITS = {"cold": 1500, "warm": 600, "offline": 700, "taps": 120, "moved": 0.02}
SECTIONS = ["/museums", "/timetable", "/park", "/account", "/"]


class Through:
    """A service whose pages come through the relay."""

    def __init__(self, service, port):
        self._service = service
        parts = urllib.parse.urlsplit(service.address)
        self.address = f"{parts.scheme}://{parts.hostname}:{port}"

    def __getattr__(self, name):
        return getattr(self._service, name)

    def session_cookie(self, account):
        cookie, user = self._service.session_cookie(account)
        return cookie | {"url": self.address + "/"}, user


def main():
    options = parser(__doc__)
    options.add_argument("--rounds", type=int, default=3, help="how often each screen is measured; 3 by default")
    options.add_argument("-k", metavar="PATTERN", default="", help="only screens whose names match")
    chosen = options.parse_args()
    screens = [screen for screen in all_screens() if screen.is_kept and re.search(chosen.k, screen.name)]
    with running(chosen) as service, sync_playwright() as playwright:
        browser = launch(playwright, "chromium", service)
        port = urllib.parse.urlsplit(service.address).port
        with Relay(port) as relay:
            slow = Through(service, relay.port)
            rows = {screen.name: [] for screen in screens if not screen.act}
            # Round by round, so that what else the machine does meets every screen.
            for _ in range(chosen.rounds):
                for screen in screens:
                    if not screen.act:
                        rows[screen.name].append(_load(browser, slow, relay, screen))
        taps = {screen.name: _tap(browser, service, screen) for screen in screens}
        browser.close()
    _print(rows, taps)


def _load(browser, service, relay, screen):
    """Measures one screen: the first visit, a later one, and one without the server."""
    account = None if screen.who == "guest" else service.account(screen.who)
    found = {}
    with _context(browser, service, screen, account) as context:
        path = screen.address(service, account)
        for name in ["cold", "warm", "offline"]:
            if name == "offline":
                relay.cut()
            page = _slow_page(context)
            page.goto(service.address + path)
            page.locator("main").first.wait_for()
            if name != "offline":
                screen.wait(page)
            vitals = _vitals(page)
            found[name] = vitals["lcp"]
            if name == "cold":
                found |= {"moved": vitals["cls"], "blocked": vitals["tbt"]}
                expect_worker(page)
            page.close()
    relay.restore()
    return found


def _tap(browser, service, screen):
    """Measures the slowest tap among those that bring a screen into its state and those of a tour of the sections."""
    account = None if screen.who == "guest" else service.account(screen.who)
    with _context(browser, service, screen, account) as context:
        page = _slow_page(context)
        screen.go(page, service, account)
        for path in SECTIONS:
            link = page.locator(f'nav a[href="{path}"]:not(.brand)').first
            if not link.is_visible():
                continue
            with contextlib.suppress(Exception):
                # A sheet that is open covers the sections.
                link.click(timeout=1_000)
                expect_settled(page)
        return _vitals(page)["inp"]


@contextlib.contextmanager
def _context(browser, service, screen, account):
    context = new_context(browser, service, language="ru", signed_in_as=account, settings=screen.settings)
    context.set_default_timeout(60_000)
    context.add_init_script(SCRIPTS["vitals"])
    try:
        yield context
    finally:
        context.close()


def _slow_page(context):
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWNESS})
    return page


def _vitals(page):
    # The observers are told of the last frame after it.
    page.wait_for_timeout(500)
    return page.evaluate("() => globalThis.__vitals")


def _print(rows, taps):
    names = ["cold", "warm", "offline", "blocked", "moved"]
    print(f"{'screen':<24}" + "".join(f"{name:>10}" for name in [*names, "taps"]))
    worst = {}
    for screen, tap in taps.items():
        measured = rows.get(screen, [])
        found = {name: statistics.median(row[name] for row in measured) for name in names} if measured else {}
        found["taps"] = tap
        print(f"{screen:<24}" + "".join(_cell(name, found.get(name)) for name in [*names, "taps"]))
        worst |= {name: max(value, worst.get(name, 0)) for name, value in found.items()}
    print(f"{'worst':<24}" + "".join(_cell(name, worst.get(name)) for name in [*names, "taps"]))
    print(f"{'limit':<24}" + "".join(f"{LIMITS.get(name, '-'):>10}" for name in [*names, "taps"]))
    print("Milliseconds until the largest part of the screen stood (LCP): on a first visit, on a later one, and with\n"
          "the server ended; time blocked (TBT); what moved (CLS); the slowest tap (INP). A star marks what is over a\n"
          "limit.")


def _cell(name, value):
    if value is None:
        return f"{'-':>10}"
    text = f"{value:.3f}" if name == "moved" else f"{value:.0f}"
    return f"{text + ('*' if value > LIMITS.get(name, float('inf')) else ''):>10}"


if __name__ == "__main__":
    main()
