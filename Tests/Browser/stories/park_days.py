"""The administrator gives a day other hours and a price, and reads the report of the park."""

import csv
import re

from playwright.sync_api import expect

from engines import DESK

#: A day on which nobody books.
DAY = "2026-12-08"


def test_special_day_has_its_hours_and_its_price(visit, service):
    page = visit("/staff/park?part=special", signed_in_as="admin", size=DESK)
    page.get_by_role("button", name="Add special days").click()
    page.get_by_label("From", exact=True).last.fill(DAY)
    page.get_by_label("To, inclusive").last.fill(DAY)
    page.get_by_label("Opens", exact=True).last.fill("08:00")
    page.get_by_label("Closes", exact=True).last.fill("09:00")
    page.get_by_label("Price, BYN").last.fill("31.50")
    page.get_by_label("Small reverse opens").last.uncheck()
    page.get_by_role("button", name="Save all sections").click()
    expect(page.locator(".toast")).to_contain_text("Settings saved")
    try:
        slots = service.call_as(None, "GET", f"/v1/park/slots?date={DAY}")["items"]
        assert len(slots) == 8 and {one["price"]["amount"] for one in slots} == {3150}
        assert {one["state"] for one in slots if one["reverseId"] == "small"} == {"closed"}
        assert {one["state"] for one in slots if one["reverseId"] == "big"} == {"free"}
    finally:
        page.locator(".toast").get_by_role("button", name="Undo").click()
        expect(page.locator(".toast")).to_contain_text("The earlier settings are back")
    assert len(service.call_as(None, "GET", f"/v1/park/slots?date={DAY}")["items"]) > 8


def test_report_sums_bookings_by_day_and_reverse(visit, service):
    customer = service.new_account()
    slots = service.call_as(None, "GET", f"/v1/park/slots?date={DAY}&reverseId=big")["items"]
    start = next(one["startsAt"] for one, after in zip(slots, slots[1:]) if one["state"] == after["state"] == "free")
    service.call_as(customer, "POST", "/v1/bookings", {
        "reverseId": "big", "startsAt": start, "sets": 2, "payWith": "on-site"})
    report = service.call_as(service.account("admin"), "GET", f"/v1/board/report?from={DAY}&days=1")
    page = visit(f"/staff/report?from={DAY}&days=1", signed_in_as="admin", size=DESK)
    row = page.get_by_role("row", name=re.compile("Big reverse"))
    expect(row.get_by_role("cell").nth(1)).to_have_text(str(report["items"][0]["bookings"]), use_inner_text=True)
    expect(row.get_by_role("cell").nth(2)).to_have_text(str(report["items"][0]["sets"]), use_inner_text=True)
    share = report["items"][0]["sets"] * 100 / report["items"][0]["availableSets"]
    expect(row.get_by_role("cell").nth(3)).to_have_text(f"{int(share + 0.5)}%", use_inner_text=True)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download as CSV").click()
    assert saved.value.suggested_filename == f"vokol-{DAY}-1.csv"
    rows = list(csv.DictReader(saved.value.path().read_text().splitlines()))
    names = ["bookings", "sets", "passSets", "noShows", "lateCancellations", "availableSets"]
    assert {name: sum(int(row[name]) for row in rows) for name in names} == {
        name: report["total"][name] for name in names}
    assert sum(round(float(row["revenue"]) * 100) for row in rows) == report["total"]["revenue"]["amount"]
