"""Museums of a city, kept for use without a network and brought up to date by what changed."""

import re

import pytest
from playwright.sync_api import expect

from checks import expect_worker
from pages.answers import AGE_CITIES, FILL, STORED
from pages.museums import Museums

pytestmark = pytest.mark.worker
ART = "by-minsk-national-art-museum"
NAME = "National Art Museum of the Republic of Belarus"


def kept(page):
    return page.get_by_role("list", name="Kept offline")


def keep_minsk(visit, rider):
    page = visit("/museums?city=Minsk", signed_in_as=rider)
    Museums(page).expect_list()
    expect_worker(page)
    Museums(page).open_filters()
    page.get_by_role("button", name="Keep Minsk offline").click()
    expect(kept(page)).to_contain_text(re.compile(r"Minsk\s*\d+\smuseums · \d+\sKB · \d\d:\d\d"))
    return page


def test_museums_that_are_kept_stay_while_old_answers_are_removed(visit, rider, engine):
    page = keep_minsk(visit, rider)
    # Among the answers, the city's is the oldest.
    page.evaluate(AGE_CITIES)
    page.evaluate(FILL, 450)
    page.reload()
    assert len(page.evaluate(STORED, 310)) <= 300
    page.reload()
    Museums(page).open_filters()
    expect(kept(page)).to_contain_text("Minsk")


@pytest.fixture
def photograph(service, tmp_path):
    """Gives the art museum a photograph during a test."""
    items, without = tmp_path / "items.csv", tmp_path / "without.csv"
    items.write_text(f"museum,wikidata\n{ART},Q210684\n")
    without.write_text(f"museum,url,width,height,author,licence\n{ART},,,,,\n")
    service.vokol("museums", "fetch-pictures", str(items))
    yield
    service.vokol("museums", "pictures", str(without))


def kept_pictures(page):
    return page.evaluate("() => caches.open('vokol-pictures').then((cache) => cache.keys()).then((keys) => keys.length)")


@pytest.mark.differs
def test_museums_of_a_city_are_listed_found_and_opened_without_a_gateway(
        visit, service, rider, gateway, photograph, engine):
    page = keep_minsk(visit, rider)
    assert kept_pictures(page) == 1
    shown = Museums(page)
    count = int(re.search(r"(\d+)\smuseums", kept(page).inner_text())[1])
    gateway.end()
    page.goto(f"{service.address}/museums?city=Minsk")
    expect(shown.heading).to_have_text(f"{count}\u00a0museums")
    expect(shown.names).to_have_count(count)
    expect(page.get_by_text(re.compile("No connection"))).to_be_visible()
    page.reload()
    shown.field.fill("national art")
    shown.field.press("Enter")
    expect(shown.names.first).to_have_text(NAME)
    expect(page.locator(".cards img.picture").first).to_be_visible()
    assert page.locator(".cards img.picture").first.evaluate("image => image.naturalWidth") > 0
    shown.names.first.click()
    expect(page.get_by_role("heading", level=1, name=NAME)).to_be_visible()
    expect(page.locator(".description")).to_be_visible()
    expect(page.locator(".facts").first).to_contain_text("Minsk")
    page.goto(f"{service.address}/museums?city=Minsk")
    shown.open_filters()
    page.get_by_role("button", name="Remove Minsk from this device").click()
    expect(kept(page)).to_have_count(0)
    assert kept_pictures(page) == 0
    page.goto(f"{service.address}/museums?city=Minsk&q=national")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()


@pytest.fixture
def editor(service):
    return service.new_account("museums.editor")


@pytest.mark.differs
def test_museums_of_a_kept_city_follow_an_editor(visit, service, editor, gateway, engine):
    path, name = f"/v1/museums/by-minsk-kept-{engine}", f"Lamp House {engine}"
    body = {"category": "general", "countryCode": "BY", "location": {"latitude": 53.9, "longitude": 27.56}}
    page = keep_minsk(visit, editor)
    record = service.call_as(editor, "POST", f"{path}/record", {
        **body, "translations": {"en": {"name": name, "city": "Minsk"}}})
    with page.expect_response(re.compile("/v1/museums/bundle.*since=")) as answer:
        page.get_by_role("button", name="Update Minsk").click()
    delta = answer.value.json()
    assert [one["name"] for one in delta["items"]] == [name] and not delta["isWhole"] and "nextCursor" not in delta
    expect(page.get_by_role("button", name="Update Minsk")).to_be_enabled()
    service.call_as(editor, "POST", f"{path}/removal", {"version": record["version"]})
    gateway.end()
    page.goto(f"{service.address}/museums?city=Minsk&q=lamp")
    expect(Museums(page).names).to_have_text([name])
    gateway.start()
    page.goto(f"{service.address}/museums?city=Minsk")
    Museums(page).open_filters()
    with page.expect_response(re.compile("/v1/museums/bundle.*since=")) as answer:
        page.get_by_role("button", name="Update Minsk").click()
    assert answer.value.json()["removed"] == [f"by-minsk-kept-{engine}"] and not answer.value.json()["items"]
    expect(page.get_by_role("button", name="Update Minsk")).to_be_enabled()
    gateway.end()
    page.goto(f"{service.address}/museums?city=Minsk&q=lamp")
    expect(page.get_by_role("heading", name="No museum found")).to_be_visible()
