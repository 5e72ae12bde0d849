"""Favourite and visited museums: marked on one device, listed on another, and readable without a network."""

import pytest
from playwright.sync_api import expect

from checks import expect_worker

MIR = "by-mir-castle"
NAME = "Mir Castle Complex"


def star(page):
    return page.get_by_role("button", name="Favourite", exact=True)


def test_museums_marked_on_one_device_are_listed_on_another(visit, rider, engine):
    other = visit("/museums/marked", signed_in_as=rider)
    expect(other.get_by_role("heading", name="No favourites yet")).to_be_visible()
    page = visit(f"/museums/{MIR}", signed_in_as=rider)
    star(page).click()
    expect(star(page)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Visited", exact=True).click()
    # The other device hears of it.
    expect(other.get_by_role("heading", name=NAME)).to_be_visible()
    other.get_by_role("button", name="Visited").click()
    expect(other.get_by_role("heading", name=NAME)).to_be_visible()
    star(page).click()
    expect(star(page)).to_have_attribute("aria-pressed", "false")
    other.get_by_role("button", name="Favourites").click()
    expect(other.get_by_role("heading", name="No favourites yet")).to_be_visible()


@pytest.mark.worker
@pytest.mark.differs
def test_museums_marked_are_readable_without_a_network(visit, rider, gateway, engine):
    page = visit(f"/museums/{MIR}", signed_in_as=rider)
    expect_worker(page)
    star(page).click()
    expect(star(page)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Back").click()
    page.get_by_role("link", name="Your museums").click()
    expect(page.get_by_role("heading", name=NAME)).to_be_visible()
    gateway.end()
    page.reload()
    expect(page.get_by_role("heading", name=NAME)).to_be_visible()
    page.get_by_role("link", name=NAME).click()
    expect(page.get_by_role("heading", level=1, name=NAME)).to_be_visible()
