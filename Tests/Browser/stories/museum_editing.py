"""Editors of museums: a change is found at once, a removal can be taken back, and others see who did it."""

import random
import re
import struct
import zlib

import pytest
from playwright.sync_api import expect

from pages.museums import Museums

ID = "by-minsk-kite-house"


@pytest.fixture
def editor(service):
    """An editor, whose museums are removed afterwards: other stories count museums."""
    account = service.new_account("museums.editor")
    yield account
    edits = service.call_as(account, "GET", "/v1/museums/edits?limit=50")["items"]
    for museum in {edit["id"] for edit in edits if edit["id"].startswith(ID)}:
        record = service.call_as(account, "GET", f"/v1/museums/{museum}/record")
        if not record["isRemoved"]:
            service.call_as(account, "POST", f"/v1/museums/{museum}/removal", {"version": record["version"]})


def ids(service, account, words):
    found = service.call_as(account, "GET", f"/v1/museums?query={words}")
    return [one["id"] for one in found["items"]]


@pytest.mark.differs
def test_museums_that_an_editor_adds_changes_and_removes(visit, service, editor, engine):
    museum = f"{ID}-{engine}"
    page = visit("/museums/editing", signed_in_as=editor)
    page.get_by_role("link", name="New museum").click()
    for label, value in {
        "Identifier": museum, "Name": f"Kite House {engine}", "City": "Minsk", "Latitude": "53,9", "Longitude": "north",
    }.items():
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Correct the marked fields")).to_be_visible()
    page.get_by_label("Longitude", exact=True).fill("27.56")
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile(f"/museums/editing/{museum}$"))
    expect(page.get_by_role("heading", level=1, name="Edit museum")).to_be_visible()
    assert museum in ids(service, editor, f"kite+{engine}")

    page.get_by_label("Name", exact=True).fill(f"Balloon House {engine}")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("dialog").get_by_role("heading", name=f"Balloon House {engine}")).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("listitem").filter(has_text="Changed")).to_be_visible()
    assert museum in ids(service, editor, f"balloon+{engine}")

    price = page.get_by_label("Price of admission")
    page.get_by_label("Opening hours").fill("24/7")
    page.get_by_label("Wheelchair access").select_option("Partly accessible")
    price.fill("5 roubles")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Price of admission must be free, or an amount with its currency")).to_be_visible()
    price.fill("5.00 BYN")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_text(
        ["24/7", "Partly wheelchair accessible", "Admission: 5.00 BYN"])
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("listitem").filter(has_text="Changed")).to_have_count(2)
    page.get_by_role("button", name="Changed").first.click()
    expect(page.get_by_role("dialog").locator("ins")).to_have_text(["24/7", "limited", "5.00 BYN"])
    page.get_by_role("dialog").get_by_role("button", name="Close").click()

    page.get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("is removed from the catalogue")).to_be_visible()
    assert museum not in ids(service, editor, f"balloon+{engine}")
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_role("listitem").filter(has_text="Restored")).to_be_visible()
    page.get_by_role("link", name="Open its page").click()
    expect(page.get_by_role("heading", level=1, name=f"Balloon House {engine}")).to_be_visible()
    for stated in ("Open now", "Partly wheelchair accessible", "Admission: 5.00\u00a0BYN"):
        expect(page.get_by_role("listitem").filter(has_text=stated)).to_contain_text("the editors of this catalogue")
    page.get_by_role("link", name="Edit", exact=True).click()
    expect(page).to_have_url(re.compile(f"/museums/editing/{museum}$"))


def test_changes_of_museums_that_are_compared_and_undone(visit, service, editor, engine):
    museum, body = f"{ID}-undone-{engine}", {
        "category": "general", "countryCode": "BY", "location": {"latitude": 53.9, "longitude": 27.56}}
    former, name = f"Candle House {engine}", f"Lantern House {engine}"
    record = service.call_as(editor, "POST", f"/v1/museums/{museum}/record", {
        **body, "translations": {"en": {"name": former, "city": "Minsk"}}})
    service.call_as(editor, "POST", f"/v1/museums/{museum}/record", {
        **body, "version": record["version"], "translations": {"en": {"name": name, "city": "Minsk"}}})
    page = visit("/museums/editing", signed_in_as=editor)
    page.get_by_label("Museum to edit").fill("lantern")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name=re.compile(f"{name} Minsk")).click()
    expect(page.get_by_label("Name", exact=True)).to_have_value(name)
    page.get_by_role("button", name="Changed").click()
    changes = page.get_by_role("dialog")
    expect(changes.locator("del")).to_have_text(former)
    expect(changes.locator("ins")).to_have_text(name)
    changes.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value(former)
    expect(page.get_by_role("listitem").filter(has_text="Reverted")).to_be_visible()
    assert museum not in ids(service, editor, "lantern")


def test_pictures_of_museums_that_an_editor_uploads(visit, service, editor, engine):
    museum = f"{ID}-pictured-{engine}"
    service.call_as(editor, "POST", f"/v1/museums/{museum}/record", {
        "category": "general", "countryCode": "BY", "location": {"latitude": 53.9, "longitude": 27.56},
        "translations": {"en": {"name": f"Pictured House {engine}", "city": "Minsk"}}})
    page = visit(f"/museums/editing/{museum}", signed_in_as=editor)
    page.get_by_label("Name", exact=True).fill(f"Painted House {engine}")
    page.get_by_role("button", name="New picture").click()
    sheet = page.get_by_role("dialog")
    # More than one part, and more than the browser sends as it is.
    sheet.get_by_label("File").set_input_files(
        {"name": "house.png", "mimeType": "image/png", "buffer": noise(800, 600)})
    sheet.get_by_label("Author").fill("Ada Lovelace")
    sheet.get_by_role("button", name="Upload").click()
    expect(sheet.get_by_label("Licence")).to_have_attribute("aria-invalid", "true")
    sheet.get_by_label("Licence").fill("CC BY 4.0")
    sheet.get_by_role("button", name="Upload").click()
    expect(page.get_by_text("Ada Lovelace, CC BY 4.0")).to_be_visible()
    expect(page.locator("img.picture")).to_be_visible()
    # What was typed before is still there.
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("listitem").filter(has_text="Changed")).to_be_visible()
    shown = service.call_as(editor, "GET", f"/v1/museums/{museum}")
    assert shown["name"] == f"Painted House {engine}"
    assert [size["width"] for size in shown["picture"]["sizes"]] == [160, 160, 480, 480, 800, 800]
    page.get_by_role("button", name="Remove picture").click()
    expect(page.get_by_text("There is no photograph. People see a drawing instead.")).to_be_visible()


def noise(width, height):
    """Returns a PNG picture that cannot be compressed."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    bits = random.Random(1)
    rows = b"".join(b"\0" + bits.randbytes(width * 3) for _ in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def test_museums_changed_by_another_editor_are_not_overwritten(visit, service, editor, engine):
    museum = f"{ID}-shared"
    known = service.call_as(editor, "POST", f"/v1/museums/{museum}/record", {
        "category": "general", "countryCode": "BY", "location": {"latitude": 53.9, "longitude": 27.56},
        "translations": {"en": {"name": "Shared House", "city": "Minsk"}}})
    page = visit(f"/museums/editing/{museum}", signed_in_as=editor)
    page.get_by_label("Name", exact=True).fill("My House")
    change = {key: known[key] for key in ("version", "category", "countryCode", "location")}
    service.call_as(editor, "POST", f"/v1/museums/{museum}/record", {
        **change, "translations": {"en": {"name": "Their House", "city": "Minsk"}}})
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Someone else has changed this museum.")).to_be_visible()
    page.get_by_role("button", name="Discard my changes and reload").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Their House")


def test_museums_whose_form_is_left_keep_what_was_typed(visit, service, editor, engine):
    museum = f"{ID}-left"
    service.call_as(editor, "POST", f"/v1/museums/{museum}/record", {
        "category": "general", "countryCode": "BY", "location": {"latitude": 53.9, "longitude": 27.56},
        "translations": {"en": {"name": "Left House", "city": "Minsk"}}})
    page = visit("/museums/editing", signed_in_as=editor)
    link, name = page.get_by_role("link", name="Left House").first, page.get_by_label("Name", exact=True)
    back = page.get_by_role("button", name="Back", exact=True)
    link.click()
    name.fill("Unfinished House")
    back.click()
    link.click()
    expect(name).to_have_value("Unfinished House")
    with page.expect_event("dialog") as asked:
        page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    page.get_by_role("button", name="Discard changes").click()
    expect(name).to_have_value("Left House")
    back.click()
    link.click()
    expect(name).to_have_value("Left House")
    with page.expect_event("close"):
        page.close(run_before_unload=True)


def test_museums_are_not_edited_by_others(visit, rider, engine):
    page = visit("/museums/editing", signed_in_as=rider)
    expect(page.get_by_role("heading", name="This page is for museum editors.")).to_be_visible()
    Museums(visit("/museums/by-mir-castle", signed_in_as=rider))
    expect(page.get_by_role("link", name="Edit", exact=True)).to_have_count(0)
