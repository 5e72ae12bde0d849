"""A rider waits for a booked time, and is offered it when it becomes free."""

from playwright.sync_api import expect

#: A day on which only this story books.
DAY = "2026-12-01"


def test_waitlist_offers_a_freed_time_and_it_is_held(visit, service, engine):
    first, rider = service.new_account(), service.new_account()
    slots = service.call_as(None, "GET", f"/v1/park/slots?date={DAY}&reverseId=small")["items"]
    start = next(one["startsAt"] for one in slots if one["state"] == "free")
    made = service.call_as(first, "POST", "/v1/bookings", {
        "reverseId": "small", "startsAt": start, "sets": 1, "payWith": "on-site"})

    page = visit(f"/park?day={DAY}&reverse=small", signed_in_as=rider)
    page.get_by_role("link", name="Join the waitlist for a taken time").click()
    page.get_by_label("Reverse", exact=True).select_option("small")
    page.get_by_role("button", name="Wait for").first.click()
    expect(page.locator(".toast")).to_contain_text("You are on the waitlist")
    expect(page.get_by_text("You are first in line")).to_be_visible()

    service.call_as(first, "POST", f"/v1/bookings/{made['id']}/cancellation", {})
    expect(page.get_by_text("Free, and yours until")).to_be_visible(timeout=20_000)
    page.get_by_role("link", name="Book", exact=True).click()
    expect(page.locator(".hold-bar, .confirm").first).to_be_visible(timeout=20_000)
    assert service.call_as(rider, "GET", "/v1/waitlist")["items"] == []
    held = service.call_as(rider, "GET", f"/v1/park/slots?date={DAY}&reverseId=small")["items"]
    mine = next(one for one in held if one["startsAt"] == start)
    assert mine["isMine"] and mine["state"] == "held"
