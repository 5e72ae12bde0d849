"""Narrowing a search of museums: filters with counts, corrections, the pins of a map, and what is open now."""

import re
import subprocess

from playwright.sync_api import expect

from engines import DESK
from pages.museums import Museums

ART = "by-minsk-national-art-museum"


def museums(visit, path, **options):
    found = Museums(visit(path, signed_in_as="rider", **options))
    found.expect_list()
    return found


def state_facts(service, tmp_path, *facts):
    """Imports facts as an operator does."""
    file = tmp_path / "facts.csv"
    file.write_text("museum,fact,value,source,date\n" + "".join(f"{fact}\n" for fact in facts))
    subprocess.run(
        [service.programs / "vokol", "museums", "facts", file, "--directory", service.directory],
        check=True, capture_output=True)


def test_museums_filters_tell_what_they_leave(visit, engine):
    shown = museums(visit, "/museums")
    shown.page.get_by_role("button", name="Filters").click()
    chip = shown.page.get_by_role("group", name="City").get_by_role("button", name=re.compile(r"^Minsk \d+$"))
    expect(chip).to_be_visible()
    count = chip.inner_text().split()[-1]
    chip.click()
    expect(shown.page).to_have_url(re.compile("city=Minsk"))
    expect(shown.heading).to_have_text(f"{count} museums")
    country = shown.page.get_by_role("group", name="Country").get_by_role("button", name=re.compile(f"Belarus {count}$"))
    expect(country).to_be_visible()


def test_museums_within_a_distance(visit, engine):
    shown = museums(visit, "/museums?near=53.45,26.47&place=Mir&radius=2000")
    expect(shown.heading).to_have_text(re.compile(r"^[1-9]\smuseum"))
    shown.page.get_by_role("group", name="Distance").get_by_role("button", name="Within 2 km").click()
    expect(shown.heading).to_have_text("283 museums")


def test_museums_name_a_corrected_query_and_mark_what_matches(visit, engine):
    shown = museums(visit, "/museums?q=mir+castel")
    expect(shown.page.get_by_text("Nothing matches “mir castel”.")).to_be_visible()
    shown.page.get_by_role("button", name="mir castle").click()
    expect(shown.page).to_have_url(re.compile(r"q=mir(\+|%20)castle"))
    expect(shown.names.first.locator("mark").first).to_have_text("Mir")


def test_museums_of_a_country_are_pins_when_the_map_is_near(visit, service, rider, engine):
    shown = museums(visit, "/museums?bbox=23,51,33,57&category=castle", size=DESK)
    expect(shown.pins.first).to_be_visible()
    cluster = shown.clusters.first
    expect(cluster).to_be_visible()
    count = int(cluster.get_attribute("aria-label").split()[0])
    cluster.click()
    expect(shown.clusters.filter(has_text=re.compile(f"^{count}$"))).to_have_count(0)
    answer = service.call_as(rider, "GET", "/v1/museums/map?bbox=23,51,33,57&zoom=18")
    assert not answer["clusters"] or all("opensAt" not in one or one["opensAt"] > 18 for one in answer["clusters"])


def test_museum_tells_its_hours_with_their_source(visit, strict_service, tmp_path, engine):
    # Nobody has asked this instance yet which museums are open: it works that out once a minute.
    state_facts(
        strict_service, tmp_path, f'{ART},opening_hours,"We-Su 10:00-18:00; PH off",https://example.org/art,2026-11-20',
        f"{ART},phone,+375 1596 36-2-90,A guide,2026-11-21", f"{ART},wheelchair,limited,A guide,2026-11-21")
    page = visit(f"/museums/{ART}", signed_in_as="rider", service=strict_service)
    facts = page.locator(".stated")
    expect(facts).to_contain_text("Open until 18:00")
    expect(facts).to_contain_text("Closed on this day")
    expect(facts.get_by_role("link", name="example.org")).to_have_attribute("href", "https://example.org/art")
    expect(facts).to_contain_text("20\u00a0November")
    expect(facts.get_by_role("link", name="+375 1596 36-2-90")).to_have_attribute("href", "tel:+375159636290")
    expect(facts).to_contain_text("Partly wheelchair accessible")
    shown = museums(visit, "/museums?open=now", service=strict_service)
    expect(shown.names).to_have_count(1)
    expect(shown.page.get_by_role("group", name="Open now").get_by_role("button")).to_have_attribute("aria-pressed", "true")
