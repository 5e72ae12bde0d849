"""The fixtures of the stories and the matrix; see `Tests/Browser/run --help`."""

import contextlib
import json
import os
import re
import shutil
import signal
import sys
import threading
from pathlib import Path
from types import MappingProxyType

import pytest
from playwright.sync_api import expect, sync_playwright

import checks
import processes
from bench_web import slow_down
from engines import ENGINES, PHONE, launch, missing, new_context
from service import ROOT, TILES, Failure, Service

#: A call of the API or a page that fails is part of many stories; a file of the client that fails is not.
FAILED_LOAD = re.compile(r"^Failed to load resource")
#: The end of what Firefox says of a file that a worker could not fetch without a network; Chromium says `net::ERR…`.
NO_NETWORK = re.compile(r"^NetworkError when attempting to fetch resource\.’\.$")
FILE = re.compile(r"^https?://[^/]+/(assets/|worker\.js)")
FAILURES = ROOT / ".build/browser-tests/failures"
#: The seconds after which a test loses its browsers. Playwright waits without a limit for scripts in a page, and for
#: pages to close.
TEST_LIMIT = 240
#: The beginnings of the names of the browsers' processes.
BROWSERS = ("chrom", "firefox")
pytest.register_assert_rewrite("checks")
expect.set_options(timeout=10_000)


def pytest_addoption(parser):
    group = parser.getgroup("vokol")
    group.addoption("--programs", default=str(ROOT / ".build/debug"))
    group.addoption("--web", default=str(ROOT / ".build/web"))
    group.addoption("--instance")
    group.addoption("--address")
    group.addoption("--engine", action="append", choices=ENGINES)
    group.addoption("--quick", action="store_true")
    group.addoption("--all", action="store_true", dest="whole")
    # Slows each page as bench_web.py does, and appends to the file what the person of each test felt.
    group.addoption("--vitals")


def pytest_configure(config):
    config.addinivalue_line("markers", "only(engine): the story needs what one browser alone can do")
    config.addinivalue_line("markers", "differs: the story depends on what browsers do differently; --quick runs it in "
                            "each of them, and other stories in Chromium")
    config.addinivalue_line("markers", "worker: the story needs the service worker, which fetches all files of the "
                            "client for each context; other tests go without")


def pytest_generate_tests(metafunc):
    """Runs each story in every browser; the other parts use Chromium."""
    if "engine" in metafunc.fixturenames and metafunc.definition.path.parent.name == "stories":
        only = metafunc.definition.get_closest_marker("only")
        differs = metafunc.definition.get_closest_marker("differs") or not metafunc.config.getoption("quick")
        engines = [only.args[0]] if only else ENGINES if differs else ENGINES[:1]
        chosen = metafunc.config.getoption("engine") or engines
        metafunc.parametrize("engine", [one for one in engines if one in chosen], scope="session")


@pytest.fixture(scope="session")
def service(pytestconfig):
    """The instance, with its address, accounts, messages and faults; its gateway can be ended."""
    absent = missing()
    if absent:
        pytest.exit(f"missing: {', '.join(absent)}; `deploy/prepare test` installs them", 1)
    programs, address = pytestconfig.getoption("programs"), pytestconfig.getoption("address")
    if directory := pytestconfig.getoption("instance"):
        yield Service.attach(programs, directory, address)
        return
    started = Service(programs, pytestconfig.getoption("web"), address)
    try:
        started.start()
    except (Failure, OSError) as problem:
        pytest.exit(str(problem), 1)
    yield started
    started.stop()


@pytest.fixture(scope="session")
def later_service(pytestconfig):
    """The instance of the tests that move the clock: `visit("/", service=later_service)`; its accounts are shared."""
    with _another(pytestconfig, pytestconfig.getoption("web")) as started:
        yield started


@pytest.fixture(scope="session")
def strict_service(pytestconfig, tmp_path_factory):
    """An instance with settings of an operator, and with a copy of the built client.

    Staff need a second factor, museums are on tiles of a server, and the index of rooms soon follows the timetables
    that were read. Nobody but the test of it asks which museums are open.
    """
    files = shutil.copytree(pytestconfig.getoption("web"), tmp_path_factory.mktemp("client") / "web")
    with _another(pytestconfig, files, {
            "VOKOL_FACTORS_REQUIRED": "staff", "VOKOL_ROOMS_INTERVAL": "2s",
            "VOKOL_WEB_TILES": TILES + "/{z}/{x}/{y}.png", "VOKOL_WEB_TILES_ATTRIBUTION": "© Example Tiles",
    }) as started:
        started.files = files
        yield started


@contextlib.contextmanager
def _another(pytestconfig, web, settings=MappingProxyType({})):
    """Runs an instance besides the shared one: starting one for each test would take most of the time."""
    if pytestconfig.getoption("address"):
        pytest.skip("the pages come from another server than the gateway")
    started = Service(pytestconfig.getoption("programs"), web)
    started.environment |= settings
    started.start()
    yield started
    started.stop()


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browsers(playwright, service):
    """Returns a started browser by the name of its engine."""
    started = {}

    def start(engine, reduced_motion=False, service=service):
        # Chromium chooses the motion with each context.
        key = (engine, reduced_motion and engine == "firefox", service.address)
        if key not in started or not started[key].is_connected():
            started[key] = launch(playwright, engine, service, reduced_motion)
        return started[key]

    yield start
    for one in started.values():
        one.close()


@pytest.fixture(autouse=True)
def time_limit():
    """Kills the browsers of a test that takes too long, so that its calls fail.

    `faulthandler_timeout` in pytest.ini prints before that where the test waits.
    """
    timer = threading.Timer(TEST_LIMIT, _kill_browsers)
    timer.daemon = True
    timer.start()
    yield
    timer.cancel()


def _kill_browsers():
    """Kills the browsers that this process has started."""
    for number, name in processes.below(os.getpid()).items():
        if name.startswith(BROWSERS):
            with contextlib.suppress(OSError):
                os.kill(number, signal.SIGKILL)


@pytest.fixture
def engine():
    """The default browser of a test."""
    return "chromium"


@pytest.fixture
def watched(request):
    """The errors that the pages of a test report; `watched.expect(pattern)` allows one."""
    errors = Errors()
    yield errors
    failed = getattr(request.node, "failed", False)
    if not failed:
        assert not errors.found(), "the pages report:\n" + "\n".join(errors.found())


@pytest.fixture(autouse=True)
def no_csp_violations(watched):
    """Fails a test whose pages violate their policy, throw an error, or write one to the console."""


@pytest.fixture
def browser_context(request, pytestconfig, browsers, engine, service, watched):
    """Opens a context: `browser_context(language="be", size=DESK, theme="dark", signed_in_as="rider")`.

    `signed_in_as` is the name of a shared account or an account of the test's own; more in `engines.new_context`. The
    context has a service worker if the test is marked with `worker`.
    """
    opened, shared = [], service
    vitals = pytestconfig.getoption("vitals")
    # What people feel is measured with the worker that they have.
    has_worker = vitals or request.node.get_closest_marker("worker")

    def note_tap(milliseconds):
        with open(vitals, "a") as file:
            file.write(json.dumps([request.node.name, milliseconds]) + "\n")

    def open_context(signed_in_as=None, service=shared, **options):
        account = service.account(signed_in_as) if isinstance(signed_in_as, str) else signed_in_as
        browser = browsers(engine, options.get("reduced_motion", False), service)
        options.setdefault("service_workers", "allow" if has_worker else "block")
        context = new_context(browser, service, signed_in_as=account, **options)
        watched.follow(context)
        if vitals:
            slow_down(context, note_tap)
        opened.append(context)
        return context

    yield open_context
    if getattr(request.node, "failed", False):
        _keep_failure(request.node.nodeid, opened)
    for context in opened:
        context.close()


@pytest.fixture
def visit(browser_context, service):
    """Opens a page at an address, in a context of its own: `visit("/park", signed_in_as="rider")`."""
    def open_page(path="/", service=service, **options):
        page = browser_context(service=service, **options).new_page()
        page.goto(service.address + path)
        return page

    return open_page


@pytest.fixture
def gateway(service):
    """The gateway, to be ended by `gateway.end()`; restarted after the test."""
    class Gateway:
        end, start = staticmethod(service.end_gateway), staticmethod(service.start_gateway)

    yield Gateway
    service.start_gateway()


@pytest.fixture
def rider(service):
    """An account of this test alone, without a role."""
    return service.new_account()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    if call.when == "call":
        item.failed = outcome.get_result().failed


class Errors:
    """Errors of pages: thrown ones, those of the console, and violations of the policy."""

    def __init__(self):
        self._seen, self._allowed = [], []

    def follow(self, context):
        context.on("page", self._follow_page)

    def _follow_page(self, page):
        page.on("console", lambda message: self._note(message) if message.type == "error" else None)
        page.on("pageerror", lambda error: self._add(page.url, str(error)))

    def _note(self, message):
        where = (message.location or {}).get("url", "")
        if FAILED_LOAD.match(message.text) and ("net::ERR" in message.text or not FILE.match(where)):
            return
        self._add(where, message.text)

    def _add(self, where, text):
        if not NO_NETWORK.match(text):
            self._seen.append(f"{where}: {text}")

    def expect(self, pattern):
        """Allows errors that match a pattern, because the test is about them."""
        self._allowed.append(re.compile(pattern))

    def found(self):
        return [one for one in self._seen if not any(pattern.search(one) for pattern in self._allowed)]


def _keep_failure(name, contexts):
    """Saves a screenshot and the accessibility tree of each page of a failed test."""
    FAILURES.mkdir(parents=True, exist_ok=True)
    stem = re.sub(r"[^\w.-]+", "-", name)
    for number, page in enumerate(page for context in contexts for page in context.pages):
        path = FAILURES / f"{stem}.{number}"
        try:
            page.screenshot(path=f"{path}.png", timeout=5_000)
            Path(f"{path}.txt").write_text(f"{page.url}\n{page.locator('body').aria_snapshot()}\n")
            print(f"\nkept {path}.png and .txt", file=sys.stderr)
        except Exception as problem:  # noqa: BLE001 - a page that is gone must not hide why the test failed
            print(f"\nno picture of {name}: {problem}", file=sys.stderr)
