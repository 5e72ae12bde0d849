"""The wake park's screens for customers. It is Wednesday, 25 November, 10:46 in Minsk."""

from pages.park import purchases
from pages.staff import decided_cases
from screens import Screen, answering, changing, failing, instant

#: A day on which nobody books, and three on which only these screens book and hold.
QUIET, BOOKED, HELD, PAID = "2026-12-03", "2026-12-06", "2026-12-04", "2026-12-07"


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


def let_go(page):
    """Holds a set, as the test answers, for two seconds instead of five minutes."""
    now = page.evaluate("() => Date.now()")
    answer = {"id": "short", "reverseId": "big", "startsAt": f"{QUIET}T07:00:00Z", "endsAt": f"{QUIET}T07:15:00Z",
              "sets": 1, "price": {"amount": 2500, "currency": "BYN"}, "expiresAt": instant(now + 2_000)}
    page.route("**/v1/holds", lambda route: route.fulfill(json=answer))
    page.locator("button.set:enabled").first.click()
    page.locator(".hold-ring.danger", has_text="0:00").wait_for()


def come_late(page):
    """Takes a set that, as the test answers, somebody else has taken in the same second."""
    free = [{"startsAt": f"{QUIET}T{time}:00Z", "reverseId": reverse}
            for reverse, time in [("big", "11:00"), ("big", "11:15"), ("big", "12:30"), ("small", "09:45")]]
    problem = {"status": 409, "reason": "slot-taken", "details": {"nextFree": free}}
    page.route("**/v1/holds", lambda route: route.fulfill(status=409, json=problem))
    page.locator("button.set:enabled").first.click()
    page.locator(".obstacle").wait_for()


def begin_cancellation(page):
    page.locator(".changes button").click()
    page.locator("dialog[open]").wait_for()


def late(service, account):
    decided_cases(service)


def bought(service, account):
    purchases(service)


def owned(service, account):
    """Sells a pass at the till and books by it, once: one that is bought and used cannot be paid back to the buyer."""
    late(service, account)
    if not service.call_as(account, "GET", "/v1/bookings?state=upcoming")["items"]:
        staff = service.account("staff")
        customer = service.call_as(staff, "GET", "/v1/board/customers?query=Sidarenka")["items"][0]["id"]
        service.call_as(staff, "POST", "/v1/board/passes", {"customerId": customer, "productId": "ten-sets"})
        service.call_as(account, "POST", "/v1/bookings", {
            "payWith": "pass", "reverseId": "small", "startsAt": f"{PAID}T10:00:00Z", "sets": 3})


def open_payment(page):
    page.locator(".ledger a[href^='/park/payments/']").first.click()
    page.locator("main [role=status] h2").wait_for()


def past(id, start, end, state, charge, **others):
    price = {"amount": 5000, "currency": "BYN"}
    return {"id": id, "reverseId": "big", "startsAt": start, "endsAt": end, "timeZone": "Europe/Minsk", "sets": 2,
            "state": state, "payWith": "on-site", "charge": charge, "price": price, "freeUntil": start,
            "madeAt": "2026-11-10T09:00:00Z"} | others


#: The instance has no past: its first day is today.
PAST = {"items": [
    past("1", "2026-11-22T11:00:00Z", "2026-11-22T11:30:00Z", "checked-in", {"state": "charged"}),
    past("2", "2026-11-22T12:00:00Z", "2026-11-22T12:30:00Z", "no-show", {"state": "undecided"}, caseId="1", decision={
        "sanction": "fee", "fee": {"amount": 1000, "currency": "BYN"}, "reason": "Did not call",
        "at": "2026-11-23T08:00:00Z"}),
    past("3", "2026-11-14T08:00:00Z", "2026-11-14T09:00:00Z", "checked-in", {"state": "charged", "sets": 4},
         payWith="pass", sets=4)]}


def refuse(payment):
    """Marks a pending payment as refused by the provider."""
    payment["state"] = "failed"


SCREENS = [
    Screen("park-guest", f"/park?day={QUIET}", ready=".hour"),
    Screen("park-hold", f"/park?day={HELD}", who="holder", ready=".hour", prepare=unheld, act=hold),
    Screen("park-confirm", f"/park?day={HELD}", who="holder", ready=".hour", prepare=unheld, act=confirm,
           acts_by_size=True),
    Screen("park-ended", f"/park?day={QUIET}", who="rider", ready=".hour", act=let_go),
    Screen("park-taken", f"/park?day={QUIET}", who="rider", ready=".hour", act=come_late),
    Screen("park-failed", f"/park?day={QUIET}", ready=".hour", act=failing("**/v1/park", "main .empty")),
    Screen("park-about", "/park/about", ready=".rules"),
    Screen("park-booking", "/park/bookings/{}", who="rider", ready=".facts", prepare=booking_id),
    Screen("park-cancellation", "/park/bookings/{}", who="rider", ready=".facts", prepare=booking_id,
           act=begin_cancellation),
    Screen("park-move", f"/park?day={BOOKED}&move={{}}", who="rider", ready=".set.leaving", prepare=booking_id),
    Screen("park-bookings", "/park/bookings", who="rider", ready="[role=tabpanel] a", prepare=booking),
    Screen("park-bookings-cancelled", "/park/bookings?tab=cancelled", who="late", ready="[role=tabpanel] a",
           prepare=late),
    Screen("park-bookings-past", "/park/bookings?tab=past", who="rider", ready="[role=tabpanel] h2",
           act=answering("**/v1/bookings?state=past*", PAST, "[role=tabpanel] a")),
    Screen("park-waitlist", f"/park/waitlist?day={QUIET}", who="rider", ready=".form"),
    Screen("park-notices", "/park/notices", who="rider", ready=".form"),
    Screen("park-decisions", "/park/bookings?tab=cases", who="late", ready="[role=tabpanel] a", prepare=late),
    Screen("park-pass", "/park/pass", who="rider", ready=".offer"),
    Screen("park-pass-owned", "/park/pass", who="late", ready=".ledger", prepare=owned),
    Screen("park-paid", "/park/pass", who="buyer", ready=".ledger", prepare=bought, act=open_payment),
    Screen("park-payment", "/park/payments/{}", who="buyer", ready="main [role=status] h2",
           prepare=lambda service, _: purchases(service)["pending"]),
    Screen("park-payment-failed", "/park/payments/{}", who="buyer", ready="main [role=status] h2",
           prepare=lambda service, _: purchases(service)["pending"],
           act=changing("**/v1/payments/*", refuse, ".empty .broken")),
    Screen("park-payment-unknown", "/park/payments/{}", who="rider", ready=".empty", prepare=lambda *_: "last"),
]
