"""The frame of the client: it starts, in each language, with a worker, and without a network."""

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


def test_frame_opens_without_a_gateway_after_one_visit(visit, gateway, engine, service):
    page = visit("/about")
    expect_worker(page)
    gateway.end()
    page.reload()
    expect(page.get_by_role("navigation")).to_be_visible()
