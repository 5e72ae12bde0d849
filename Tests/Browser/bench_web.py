"""Measures waiting times on a slow phone: a line of 1.6 Mbit/s and 150 ms, and a processor slowed four times."""

import contextlib
import json
import re
import statistics
import subprocess
import sys
import tempfile
import urllib.parse
from pathlib import Path

from playwright.sync_api import Locator, sync_playwright

from checks import SCRIPTS, expect_settled, expect_worker
from engines import launch, new_context
from relay import Relay
from running import parser, running
from screens import all_screens

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "Benchmarks"))

from benchmarks_page import write_section  # noqa: E402

SLOWNESS = 4
#: What the client promises, in milliseconds; the last is a sum of shares of the window.
LIMITS = {"cold": 1500, "warm": 600, "offline": 700, "taps": 120, "moved": 0.02}
#: The same in words.
TARGETS = {
    "cold": "first visit: until the largest part stands (LCP)", "warm": "later visit: the same",
    "offline": "start with the server ended: the same", "taps": "slowest tap over the stories (INP)",
    "moved": "what moves on a first visit (CLS)"}
SECTIONS = ["/museums", "/timetable", "/park", "/account", "/"]
#: How long a page is left alone, in milliseconds: when Playwright first looks into a page, its own script occupies the
#: slowed processor for 200 ms, which would count as the page's.
UNTOUCHED = 2_500
#: The same after a tap.
AFTER_TAP = 250


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
    options.add_argument("--rounds", type=int, default=3,
                         help="how often to measure what was over a limit the first time; 3 by default")
    options.add_argument("-k", metavar="PATTERN", default="", help="only screens and stories whose names match")
    options.add_argument("--report", action="store_true", help="write the figures into docs/benchmarks.md")
    chosen = options.parse_args()
    screens = [screen for screen in all_screens() if screen.is_kept and re.search(chosen.k, screen.name)]
    with running(chosen) as service, sync_playwright() as playwright:
        browser = launch(playwright, "chromium", service)
        port = urllib.parse.urlsplit(service.address).port
        with Relay(port) as relay:
            slow = Through(service, relay.port)
            rows = {screen.name: [] for screen in screens if not screen.act}
            # Round by round, so that what else the machine does meets every screen.
            for number in range(1, chosen.rounds + 1):
                for screen in screens:
                    if not screen.act and _needs_loading(rows[screen.name]):
                        rows[screen.name].append(_load(browser, slow, relay, screen))
                        _tell(f"round {number} of {chosen.rounds}: {screen.name}", rows[screen.name][-1])
        taps = {screen.name: [] for screen in screens}
        for _ in range(chosen.rounds):
            for screen in screens:
                if _needs_measuring(taps[screen.name]):
                    taps[screen.name].append(_tap(browser, service, screen))
                    _tell(f"taps: {screen.name}", taps[screen.name][-1])
        browser.close()
    stories, have_passed = _stories(chosen)
    lines = _table(rows, taps, stories)
    print("\n".join(lines))
    if chosen.report and not chosen.k:
        write_section("Web client", [
            "`make bench-web` writes this section. The line carries 1.6 Mbit/s with a round trip of 150 ms, and the",
            "processor is slowed four times. " + (
                "Everything was measured once." if chosen.rounds == 1 else
                f"What was over a limit at first was measured {chosen.rounds} times;\n"
                "its figures are medians."),
            "", "```text", *lines, "```"])
    if not stories:
        sys.exit("bench: no story was measured")
    if not have_passed:
        sys.exit("bench: a story failed, so that what follows in it was not measured")


def _tell(what, found):
    """Shows progress, because a run takes long."""
    print(f"{what}: {json.dumps(found)}", file=sys.stderr, flush=True)


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
            page.wait_for_timeout(UNTOUCHED)
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
    _leave_alone_after_taps()
    # The requests of a page with a worker bypass what an act answers.
    more = {"service_workers": "block"} if screen.act else {}
    with _context(browser, service, screen, account, **more) as context:
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
def _context(browser, service, screen, account, **more):
    context = new_context(browser, service, language="ru", signed_in_as=account, settings=screen.settings, **more)
    context.set_default_timeout(60_000)
    context.add_init_script(SCRIPTS["vitals"])
    try:
        yield context
    finally:
        context.close()


def _slow_page(context):
    page = context.new_page()
    _throttle(page)
    return page


def _throttle(page):
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWNESS})


def slow_down(context, note):
    """Slows the pages of a story's context, and calls `note` with the slowest tap of a page when it grows.

    At once, since a page that is left or loaded again has forgotten what it collected.
    """
    _leave_alone_after_taps()
    context.expose_function("noteTap", note)
    context.add_init_script(SCRIPTS["vitals"])
    context.on("page", _throttle)


def _leave_alone_after_taps():
    """Lets a page draw what a tap changes before Playwright looks into it again."""
    for name in ["click", "press", "check", "uncheck"]:
        act = getattr(Locator, name)
        if not hasattr(act, "is_patient"):
            def patient(self, *arguments, act=act, **options):
                act(self, *arguments, **options)
                self.page.wait_for_timeout(AFTER_TAP)
            patient.is_patient = True
            setattr(Locator, name, patient)


def _needs_loading(measured):
    """Tells whether to load a screen: the first time always, later if a figure of the first time was over its limit."""
    return not measured or any(measured[0].get(name, 0) > limit for name, limit in LIMITS.items())


def _needs_measuring(measured):
    """Tells whether to measure a tap: the first time always, later if the first time was over the limit."""
    return not measured or measured[0] > LIMITS["taps"]


def _stories(chosen):
    """Runs the stories in Chromium, slowed; returns the slowest taps of each by its name, and whether all passed."""
    found, have_passed = {}, True
    for number in range(1, chosen.rounds + 1):
        names = [name for name, measured in found.items() if _needs_measuring(measured)]
        if number > 1 and not names:
            break
        # Names of tests without their parameters, which an expression cannot have.
        pattern = " or ".join(name.partition("[")[0] for name in names) or chosen.k.replace("|", " or ")
        slowest, passed = _run_stories(chosen, pattern)
        have_passed = have_passed and passed
        for name, tap in slowest.items():
            if _needs_measuring(found.setdefault(name, [])):
                found[name].append(tap)
    return found, have_passed


def _run_stories(chosen, pattern):
    """Runs the stories that match an expression; returns the slowest tap of each, and whether all passed.

    They have an instance of their own, since they expect its first hour, and bookings that no other run has made.
    """
    found = {}
    with tempfile.NamedTemporaryFile("r", prefix="vokol-vitals-") as file:
        ended = subprocess.run([
            sys.executable, "-B", "-m", "pytest", "-c", HERE / "pytest.ini", "--rootdir", HERE, HERE / "stories",
            "--programs", chosen.programs, "--web", chosen.web, "--engine", "chromium",
            "--vitals", file.name, "-k", pattern, *(["--instance", chosen.instance] if chosen.instance else []),
        ], check=False)
        for line in file:
            name, tap = json.loads(line)
            found[name] = max(tap, found.get(name, 0))
    return found, ended.returncode == 0


def _vitals(page):
    # The observers are told of the last frame after it.
    page.wait_for_timeout(500)
    return page.evaluate("() => globalThis.__vitals")


def _table(rows, taps, stories):
    """Returns the lines of the figures."""
    names = ["cold", "warm", "offline", "blocked", "moved"]
    lines = [f"{'screen':<24}" + "".join(f"{name:>10}" for name in [*names, "taps"])]
    worst = {}
    for screen, tapped in taps.items():
        measured = rows.get(screen, [])
        found = {name: statistics.median(row[name] for row in measured) for name in names} if measured else {}
        lines.append(f"{screen:<24}" + "".join(_cell(name, found.get(name)) for name in names)
                     + _cell("taps", statistics.median(tapped)))
        worst |= {name: max(value, worst.get(name, 0)) for name, value in found.items()}
    lines += [
        "Milliseconds; \"blocked\" is the time during which a tap had waited (TBT), \"taps\" the slowest tap of what",
        "leads into the screen's state and through the sections, until the next frame. That frame shows the tap;",
        "what it changes is drawn after it. A star marks what is over a limit.", ""]
    slowest = {story: statistics.median(measured) for story, measured in stories.items()}
    for story, tap in sorted(slowest.items(), key=lambda one: -one[1])[:10]:
        lines.append(f"{story:<84}{_cell('taps', tap)}")
    if slowest:
        over = sum(tap > LIMITS["taps"] for tap in slowest.values())
        lines.append(f"{over} of {len(slowest)} stories are over the limit.")
        worst["taps"] = max(slowest.values())
    lines += ["", f"{'worst of all':<60}{'measured':>10}{'limit':>10}"]
    return lines + [f"{words:<60}{_cell(name, worst.get(name))}{LIMITS[name]:>10}" for name, words in TARGETS.items()]


def _cell(name, value):
    if value is None:
        return f"{'-':>10}"
    text = f"{value:.3f}" if name == "moved" else f"{value:.0f}"
    return f"{text + ('*' if value > LIMITS.get(name, float('inf')) else ''):>10}"


if __name__ == "__main__":
    main()
