"""The wake park's screens for customers. It is Wednesday, 25 November, 10:46 in Minsk."""

from screens import Screen

#: A day on which no story books.
QUIET = "2026-12-03"


def booking(service, account, day=QUIET):
    """Books two sets; the same booking each time."""
    known = service.call_as(account, "GET", "/v1/bookings?state=upcoming")["items"]
    if known:
        return known[0]
    slots = service.call_as(None, "GET", f"/v1/park/slots?date={day}")["items"]
    start = next(one for one in slots if one["state"] == "free" and one["startsAt"].endswith(":00:00Z"))
    return service.call_as(account, "POST", "/v1/bookings", {
        "payWith": "on-site", "reverseId": start["reverseId"], "startsAt": start["startsAt"], "sets": 2})


SCREENS = [
    Screen("park-guest", f"/park?day={QUIET}", ready=".hour"),
    Screen("park-about", "/park/about", ready=".rules"),
    Screen("park-today", "/park?day=2026-11-25&reverse=both", ready=".hour"),
    Screen("park-booking", lambda service, account: f"/park/bookings/{booking(service, account)['id']}", who="rider",
           ready=".facts"),
    Screen("park-move", lambda service, account: f"/park?day={QUIET}&move={booking(service, account)['id']}",
           who="rider", ready=".set.leaving"),
    Screen("park-bookings-cancelled", "/park/bookings?tab=cancelled", who="rider", ready="[role=tabpanel] h2"),
    Screen("park-decisions", "/park/bookings?tab=cases", who="rider", ready="[role=tabpanel] h2"),
    Screen("park-pass", "/park/pass", who="rider", ready=".offer"),
    Screen("park-payment-unknown", "/park/payments/last", who="rider", ready=".empty"),
]
