"""The frame of the client: it starts, in each language, with a worker, and without a network."""

import hashlib
import json
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from checks import expect_settled, expect_worker
from engines import LANGUAGES
from pages.answers import FILL, HAS_KEY, STORED

pytestmark = pytest.mark.differs

TITLES = {"en": "Today", "ru": "Сегодня", "be": "Сёння"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_frame_speaks_the_browsers_language(visit, language, engine):
    page = visit("/", language=language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("navigation").get_by_role("link", name=TITLES[language])).to_have_attribute(
        "aria-current", "page")


def test_frame_comes_over_http2_with_all_its_calls(visit, service, engine):
    if service.address != service.url:
        pytest.skip("another server serves the pages")
    page = visit("/", service_workers="block")
    page.wait_for_load_state("networkidle")
    protocols = page.evaluate("""() => ["navigation", "resource"]
        .flatMap((kind) => performance.getEntriesByType(kind)).map(({ nextHopProtocol }) => nextHopProtocol)""")
    assert set(protocols) == {"h2"}, protocols


@pytest.mark.worker
def test_frame_opens_without_a_gateway_after_one_visit(visit, gateway, engine, service):
    page = visit("/about")
    expect_worker(page)
    gateway.end()
    page.reload()
    expect(page.get_by_role("navigation")).to_be_visible()


# Notes each skeleton that a page draws.
SKELETONS = """globalThis.skeletons = [];
new MutationObserver((changes) => changes.flatMap(({ addedNodes }) => [...addedNodes]).forEach((node) => {
    const found = node.matches?.(".skeleton") ? node : node.querySelector?.(".skeleton");
    if (found) globalThis.skeletons.push(found.outerHTML);
})).observe(document, { childList: true, subtree: true });"""


@pytest.mark.worker
def test_frame_draws_a_later_visit_once_with_what_it_kept(visit, engine):
    page = visit("/weather?latitude=53.9&longitude=27.5667")
    page.context.add_init_script(SKELETONS)
    expect_worker(page)
    page.reload()
    expect(page.get_by_role("main")).to_contain_text("Feels like")
    # The names of what a screen shows are kept for the next visit.
    assert page.evaluate(HAS_KEY, "route /weather")
    page.reload()
    expect(page.get_by_role("main")).to_contain_text("Feels like")
    assert page.evaluate("() => globalThis.skeletons") == []


@pytest.mark.worker
def test_frame_keeps_a_limited_number_of_answers(visit, engine):
    page = visit("/timetable")
    expect(page.get_by_role("main")).to_be_visible()
    page.evaluate(FILL, 450)
    page.reload()
    expect(page.get_by_role("main")).to_be_visible()
    left = page.evaluate(STORED, 310)
    # The newest stay.
    assert 250 < len(left) <= 300
    assert min(left) >= 150


def test_frame_loads_code_again_that_did_not_come(visit, watched, engine):
    # Firefox reports a module that does not come to the console.
    watched.expect("place-picker")
    page = visit("/weather", service_workers="block")
    chunks = re.compile(r"/assets/.*place-picker.*\.js$")
    page.route(chunks, lambda route: route.abort())
    picker = page.get_by_role("heading", level=1).get_by_role("button")
    picker.click()
    expect(page.locator(".toast")).to_have_text("Connect to the internet and try again.")
    page.unroute(chunks)
    if engine == "firefox":
        # It remembers the failure until the page is loaded again.
        with page.expect_event("load"):
            picker.click()
    picker.click()
    expect(page.get_by_role("dialog", name="Choose a place")).to_be_visible()


@pytest.fixture
def released(strict_service, pytestconfig):
    """The instance that serves a copy of the client; the copy is as built again afterwards."""
    yield strict_service
    for name in ["web.json", "worker.js"]:
        shutil.copy2(Path(pytestconfig.getoption("web")) / name, strict_service.files)
    _restart_gateway(strict_service)


def _restart_gateway(service):
    service.end_gateway()
    service.start_gateway()


def _release(files):
    """Turns a built client into the next version.

    Its worker keeps the files under another name, and the server has the code of the timetable no longer.
    """
    about = json.loads((files / "web.json").read_text())
    about["files"] = [one for one in about["files"] if not one["path"].startswith("/assets/timetable-timetable-")]
    worker = next(one for one in about["files"] if one["path"] == "/worker.js")
    content = (files / "worker.js").read_bytes().replace(about["version"].encode(), b"next")
    (files / "worker.js").write_bytes(content)
    for form in ["gzip", "br"]:
        worker.pop(form, None)
    worker |= {"sha256": hashlib.sha256(content).hexdigest(), "identity": {"file": "worker.js", "size": len(content)}}
    (files / "web.json").write_text(json.dumps(about | {"version": "next"}))
    return about["version"]


# The worker's rules are the same in every browser; another instance takes long to start.
@pytest.mark.worker
@pytest.mark.only("chromium")
def test_frame_waits_with_a_new_version_for_consent(visit, released, engine):
    page = visit("/about", service=released)
    expect_worker(page)
    version = _release(released.files)
    _restart_gateway(released)
    notice = page.locator(".new-version")
    expect(notice).to_have_count(0)
    # As when the person returns to the page.
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(notice).to_contain_text("A new version is available")
    caches = "async () => (await caches.keys()).filter((name) => !name.endsWith('map')).sort()"
    assert page.evaluate(caches) == sorted(["vokol-next", f"vokol-{version}"])
    # Until then the page uses the files of its own version, also those it has not loaded yet.
    page.get_by_role("navigation").get_by_role("link", name="Timetable").click()
    expect(page.get_by_role("heading", level=1, name="Timetable")).to_be_visible()
    page.go_back()
    with page.expect_event("load"):
        notice.get_by_role("button").click()
    expect(page.get_by_role("heading", level=1, name="About")).to_be_visible()
    expect(notice).to_have_count(0)
    # Pages of the version before may be open in other tabs.
    assert f"vokol-{version}" in page.evaluate(caches)


#: Lets a page draw what it has put off.
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.mark.parametrize("arrives", [True, False])
def test_frame_ignores_a_screen_that_comes_after_the_person_has_gone_on(visit, watched, arrives, engine):
    # Firefox reports a module that does not come to the console.
    watched.expect("museums-museums")
    page = visit("/", service_workers="block")
    heading = page.get_by_role("heading", name="Minsk", level=1)
    expect(heading).to_be_visible()
    held = []
    page.route(re.compile(r"/assets/museums-museums-.*\.js$"), lambda route: held.append(route))
    links = page.get_by_role("navigation")
    with page.expect_request("**/museums-museums-*"):
        links.get_by_role("link", name="Museums").click()
    expect(page.locator(".skeleton")).to_be_visible()
    links.get_by_role("link", name="Today").click()
    expect(heading).to_be_visible()
    with page.expect_event("requestfinished" if arrives else "requestfailed",
                           lambda request: "museums-museums" in request.url):
        held[0].continue_() if arrives else held[0].abort()
    page.unroute_all()
    # The import of the page ends before this one, which may fail.
    page.evaluate("(address) => import(address).catch(() => {})", held[0].request.url)
    page.evaluate(FRAMES)
    expect(heading).to_be_visible()


def go(page, path):
    """Follows a link to an address of the client."""
    page.evaluate("""(path) => {
        const link = Object.assign(document.createElement("a"), { href: path });
        document.body.append(link);
        link.click();
        link.remove();
    }""", path)


@pytest.mark.parametrize("who, paths", [
    ("rider", ["/museums", "/museums/by-mir-castle", "/museums/marked", "/weather", "/news", "/history", "/timetable",
               "/timetable/groups/310101", "/timetable/rooms", "/park", "/park/bookings", "/park/pass", "/park/waitlist",
               "/park/about", "/account", "/account/sessions", "/"]),
    ("staff", ["/staff", "/staff/days", "/staff/cases", "/staff/payments", "/staff/park"]),
])
def test_frame_moves_the_focus_to_the_title_of_a_new_screen(visit, who, paths, engine):
    page = visit("/about", signed_in_as=who)
    title = page.locator("main h1")
    expect(title).to_be_visible()
    expect(title).not_to_be_focused()
    for path in paths:
        go(page, path)
        expect(title, path).to_be_focused()
        expect_settled(page)
        expect(title, path).to_be_focused()
