"""The wake park's screens for customers. It is Wednesday, 25 November, 10:46 in Minsk."""

from pages.park import purchases
from screens import Screen

#: A day on which nobody books, and two on which only these screens book and hold.
QUIET, BOOKED, HELD = "2026-12-03", "2026-12-06", "2026-12-04"


def booking(service, account):
    """Returns the account's booking of two sets, made at the first call."""
    known = service.call_as(account, "GET", "/v1/bookings?state=upcoming")["items"]
    for one in known:
        if one["startsAt"].startswith(BOOKED):
            return one
    # An instance that is kept may hold the bookings of earlier riders.
    slots = service.call_as(None, "GET", f"/v1/park/slots?date={BOOKED}&reverseId=big")["items"]
    start = next(one["startsAt"] for one, after in zip(slots[12:], slots[13:]) if one["state"] == after["state"] == "free")
    return service.call_as(account, "POST", "/v1/bookings", {
        "payWith": "on-site", "reverseId": "big", "startsAt": start, "sets": 2})


def booking_id(service, account):
    return booking(service, account)["id"]


def unheld(service, account):
    """Moves the account's hold of an earlier check away from the sets that this one takes."""
    last = service.call_as(account, "GET", f"/v1/park/slots?date={HELD}&reverseId=big")["items"][-1]
    service.call_as(account, "POST", "/v1/holds", {"reverseId": "big", "startsAt": last["startsAt"], "sets": 1})


def hold(page):
    """Takes the first free set of the day."""
    page.locator("button.set:enabled").first.click()
    page.locator(".hold-bar, .confirm").first.wait_for()


def confirm(page):
    """Goes on to the confirmation, which a desk shows beside the sets."""
    hold(page)
    if page.locator(".hold-bar").count():
        page.locator(".hold-bar button").last.click()
        page.locator("dialog[open] .confirm").wait_for()


SCREENS = [
    Screen("park-guest", f"/park?day={QUIET}", ready=".hour"),
    Screen("park-hold", f"/park?day={HELD}", who="holder", ready=".hour", prepare=unheld, act=hold),
    Screen("park-confirm", f"/park?day={HELD}", who="holder", ready=".hour", prepare=unheld, act=confirm,
           acts_by_size=True),
    Screen("park-about", "/park/about", ready=".rules"),
    Screen("park-booking", "/park/bookings/{}", who="rider", ready=".facts", prepare=booking_id),
    Screen("park-move", f"/park?day={BOOKED}&move={{}}", who="rider", ready=".set.leaving", prepare=booking_id),
    Screen("park-bookings", "/park/bookings", who="rider", ready="[role=tabpanel] a", prepare=booking),
    Screen("park-bookings-cancelled", "/park/bookings?tab=cancelled", who="rider", ready="[role=tabpanel] h2"),
    Screen("park-waitlist", f"/park/waitlist?day={QUIET}", who="rider", ready=".form"),
    Screen("park-notices", "/park/notices", who="rider", ready=".form"),
    Screen("park-decisions", "/park/bookings?tab=cases", who="rider", ready="[role=tabpanel] h2"),
    Screen("park-pass", "/park/pass", who="rider", ready=".offer"),
    Screen("park-payment", "/park/payments/{}", who="buyer", ready="main [role=status] h2",
           prepare=lambda service, _: purchases(service)["pending"]),
    Screen("park-payment-unknown", "/park/payments/last", who="rider", ready=".empty"),
]
