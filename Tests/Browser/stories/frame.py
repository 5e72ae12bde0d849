"""The frame of the client: it starts, in each language, with a worker, and without a network."""

import re

import pytest
from playwright.sync_api import expect

from checks import expect_worker
from engines import LANGUAGES

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


def test_frame_opens_without_a_gateway_after_one_visit(visit, gateway, engine, service):
    page = visit("/about")
    expect_worker(page)
    gateway.end()
    page.reload()
    expect(page.get_by_role("navigation")).to_be_visible()


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
