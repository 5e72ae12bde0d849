"""The wake park: a set is booked, changed and paid for. It is Wednesday, 25 November, 10:46 in Minsk."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from checks import expect_worker
from engines import DESK, pass_time
from pages.park import ParkPage


@pytest.fixture
def park(visit):
    """Opens the park: `park("/park?day=2026-11-26", signed_in_as=rider)`."""
    return lambda path="/park", **options: ParkPage(visit(path, **options))


@pytest.fixture
def free(service):
    """Returns the start of a free run of sets on a day, as UTC and as the park writes it."""
    def find(day, sets=1):
        slots = [one for one in service.call_as(None, "GET", f"/v1/park/slots?date={day}&reverseId=big")["items"]]
        for index in range(len(slots) - sets):
            if all(one["state"] == "free" for one in slots[index:index + sets]):
                start = slots[index]["startsAt"]
                return start, f"{int(start[11:13]) + 3:02}:{start[14:16]}"
        raise AssertionError(f"nothing is free on {day}")

    return find


@pytest.fixture
def booked(service, free):
    """Books sets for an account: `booked(rider, "2026-11-26")`."""
    def book(account, day, sets=1, way="on-site"):
        start, _ = free(day, sets)
        return service.call_as(account, "POST", "/v1/bookings", {
            "payWith": way, "reverseId": "big", "startsAt": start, "sets": sets})

    return book


def test_park_set_is_booked_from_today_in_at_most_five_taps(visit, service, rider, engine):
    rules = service.call_as(None, "GET", "/v1/park")
    free_before = timedelta(minutes=rules["freeCancellationMinutes"])
    slots = service.call_as(None, "GET", f"/v1/park/slots?date={service.now:%Y-%m-%d}&reverseId=big")["items"]
    # Of a set that starts sooner, only the minutes after booking are free.
    soon = service.now + free_before + timedelta(minutes=rules["undoMinutes"] + 5)
    slot = next(one for one in slots if one["state"] == "free" and datetime.fromisoformat(one["startsAt"]) > soon)
    start = datetime.fromisoformat(slot["startsAt"]).astimezone(ZoneInfo(rules["timeZone"]))
    page = visit("/", signed_in_as=rider)
    page.evaluate("() => { globalThis.taps = 0; addEventListener('click', () => { globalThis.taps += 1; }, true); }")
    park = ParkPage(page)
    page.get_by_role("navigation").get_by_role("link", name="Park").click()
    park.set(f"{start:%H:%M}").click()
    park.button("Confirm").click()
    sheet = page.get_by_role("dialog", name="Confirm the booking")
    expect(sheet).to_contain_text(f"{slot['price']['amount'] / 100:.2f} {slot['price']['currency']}")
    expect(sheet).to_contain_text(f"Free to cancel until {start - free_before:%H:%M}. After that the park decides.")
    park.button("Book 1 set").click()
    expect(park.heading("Booked")).to_be_visible()
    assert page.evaluate("() => globalThis.taps") <= 5
    [booked] = service.call_as(rider, "GET", "/v1/bookings?state=upcoming")["items"]
    assert booked["startsAt"] == slot["startsAt"] and booked["price"] == slot["price"]
    assert datetime.fromisoformat(booked["freeUntil"]) == start - free_before
    park.button("Done").click()
    expect(park.mine).to_have_count(1)


def test_park_shows_both_reverses_and_confirms_beside_them_on_a_desk(park, free, rider, engine):
    opened = park("/park?day=2026-11-27&sets=2", signed_in_as=rider, size=DESK)
    _, time = free("2026-11-27", 2)
    expect(opened.heading("Choose a time")).to_be_visible()
    opened.page.get_by_role("region", name=re.compile("^Small reverse")).get_by_role(
        "button", name=f"{time}, free").click()
    expect(opened.heading("Held for you")).to_be_visible()
    opened.button("Release").click()
    expect(opened.heading("Choose a time")).to_be_visible()
    expect(opened.held).to_have_count(0)


def test_park_second_hold_replaces_the_first(park, free, rider, engine):
    _, time = free("2026-11-28")
    opened = park("/park?day=2026-11-28", signed_in_as=rider)
    opened.hold(time)
    other = opened.free.last.get_attribute("aria-label")[:5]
    opened.set(other).click()
    expect(opened.page.get_by_role("button", name=re.compile(f"^{other} – .*, held for you"))).to_be_visible()
    expect(opened.held).to_have_count(1)
    expect(opened.set(time)).to_be_visible()


@pytest.mark.differs
def test_park_slot_of_two_browsers_goes_to_one_and_the_other_gets_the_next(
        browser_context, service, free, rider, engine):
    _, time = free("2026-11-29", 2)
    pages = []
    for account in (rider, service.new_account()):
        context = browser_context(signed_in_as=account)
        # Without hints both see the set as free.
        context.route("**/v1/events**", lambda route: route.abort())
        page = context.new_page()
        page.goto(f"{service.address}/park?day=2026-11-29")
        pages.append(ParkPage(page))
    first, second = pages
    expect(second.set(time)).to_be_visible()
    first.hold(time)
    second.set(time).click()
    notice = second.page.get_by_role("alert").filter(has_text=f"{time} has just been taken")
    expect(notice).to_be_visible()
    notice.get_by_role("button", name=re.compile(r"^\d\d:\d\d$")).first.click()
    expect(second.held).to_have_count(1)
    second.book()
    first.book()


def test_park_hold_turns_urgent_and_ends(park, free, rider, engine):
    opened = park("/park?day=2026-11-30", signed_in_as=rider)
    opened.hold(free("2026-11-30")[1])
    pass_time(opened.page, 275)
    expect(opened.page.get_by_text("Less than 30 seconds are left to confirm")).to_be_attached()
    pass_time(opened.page, 30)
    expect(opened.page.get_by_role("region", name="The hold has ended")).to_be_visible()
    expect(opened.button("Confirm")).to_have_count(0)
    expect(opened.button("Hold again")).to_be_visible()


def test_park_time_is_booked_where_the_park_holds_no_more(park, free, rider, engine):
    opened = park("/park?day=2026-12-01", signed_in_as=rider)
    opened.hold(free("2026-12-01")[1])
    opened.button("Confirm").click()
    opened.button("Release").click()
    # A hold that was let go keeps the next one waiting for some seconds.
    opened.free.last.click()
    opened.button("Confirm").click()
    expect(opened.heading("Not held")).to_be_visible()
    opened.button("Book 1 set").click()
    expect(opened.heading("Booked")).to_be_visible()


def test_park_choice_of_a_guest_is_held_after_signing_in(visit, free, rider, engine):
    _, time = free("2026-12-02", 2)
    page = visit("/park?day=2026-12-02&sets=2")
    park = ParkPage(page)
    park.set(time).click()
    expect(page).to_have_url(re.compile(r"/sign-in\?next="))
    page.get_by_text("Use an e-mail address and a password").click()
    page.get_by_label("E-mail address").fill(rider.email)
    page.get_by_label("Password", exact=True).fill(rider.password)
    page.locator("form").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name=re.compile(f"^{time} – .*, held for you"))).to_be_visible()


def test_park_booking_is_cancelled_free_and_says_so_before(park, booked, service, rider, engine):
    made = booked(rider, "2026-11-27")
    opened = park(f"/park/bookings/{made['id']}", signed_in_as=rider)
    expect(opened.page.get_by_text("Cancelling and moving are free until")).to_be_visible()
    opened.button("Cancel for free").click()
    dialog = opened.page.get_by_role("dialog")
    expect(dialog).to_contain_text("It costs nothing.")
    dialog.get_by_role("button", name="Cancel for free").click()
    expect(opened.page.get_by_text("Cancelled by you", exact=True)).to_be_visible()
    assert service.call_as(rider, "GET", f"/v1/bookings/{made['id']}")["state"] == "cancelled"


def test_park_late_cancellation_tells_of_the_decision_before(park, booked, service, rider, engine):
    # Whoever has undone three bookings gets no more minutes to undo one that starts soon.
    for _ in range(3):
        made = booked(rider, "2026-11-25")
        service.call_as(rider, "POST", f"/v1/bookings/{made['id']}/cancellation", {})
    made = booked(rider, "2026-11-25")
    opened = park(f"/park/bookings/{made['id']}", signed_in_as=rider)
    expect(opened.page.get_by_text("the park’s administrator decides")).to_be_visible()
    opened.button("Cancel late").click()
    dialog = opened.page.get_by_role("dialog")
    expect(dialog).to_contain_text("administrator decides")
    dialog.get_by_role("button", name="Cancel late").click()
    expect(opened.page.get_by_text("Cancelled by you, late")).to_be_visible()
    opened.page.goto(f"{service.address}/park/bookings?tab=cases")
    expect(opened.page.get_by_text("Being decided")).to_be_visible()


def test_park_booking_is_moved_with_its_cost_before(park, booked, service, rider, engine):
    made = booked(rider, "2026-11-27")
    opened = park(f"/park/bookings/{made['id']}", signed_in_as=rider)
    opened.link("Move for free").click()
    opened.page.get_by_role("tab", name=re.compile("^Saturday, 28 November")).click()
    opened.set("16:00").click()
    dialog = opened.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Moving is free.")
    dialog.get_by_role("button", name="Move the booking").click()
    expect(opened.heading("The booking is moved")).to_be_visible()
    moved = service.call_as(rider, "GET", f"/v1/bookings/{made['id']}")
    assert moved["startsAt"] == "2026-11-28T13:00:00Z" and moved["moves"] == 1
    service.call_as(rider, "POST", f"/v1/bookings/{made['id']}/cancellation", {})


def test_park_pass_is_topped_up_and_pays_for_a_set(park, service, rider, engine):
    opened = park("/park/pass", signed_in_as=rider)
    opened.page.get_by_role("button", name=re.compile("^Buy: Pass for 5 sets")).click()
    expect(opened.heading("Waiting for the payment")).to_be_visible()
    payment = opened.page.url.rsplit("/", 1)[1]
    service.vokol("pay", payment, "--amount", "11500")
    expect(opened.heading("Paid")).to_be_visible()
    # The way back from the provider leads to the same payment.
    opened.page.goto(f"{service.address}/park/payments/last")
    expect(opened.page).to_have_url(re.compile(payment))
    opened.link("Choose a time").click()
    expect(opened.page.get_by_text("5 of 5 sets left")).to_be_visible()
    opened.free.last.click()
    opened.button("Confirm").click()
    expect(opened.page.get_by_role("radio", name=re.compile("From the pass"))).to_be_checked()
    expect(opened.page.get_by_text("4 sets left after this")).to_be_visible()
    opened.button("Book 1 set").click()
    expect(opened.page.get_by_text("1 set of the pass")).to_be_visible()


@pytest.mark.worker
@pytest.mark.differs
def test_park_booking_is_shown_without_a_gateway_where_only_today_was_opened(visit, booked, gateway, rider, engine):
    made = booked(rider, "2026-11-27")
    page = visit("/", signed_in_as=rider)
    booking = page.locator(f"a[href='/park/bookings/{made['id']}']").first
    expect(booking).to_be_visible()
    expect_worker(page)
    gateway.end()
    booking.click()
    expect(page.get_by_text("To change it, connect to the internet first.")).to_be_visible()


@pytest.mark.worker
@pytest.mark.differs
def test_park_bookings_are_there_without_a_gateway_and_booking_needs_it(park, booked, service, gateway, rider, engine):
    made = booked(rider, "2026-11-27")
    opened = park("/park?day=2026-11-26", signed_in_as=rider)
    expect(opened.free.first).to_be_visible()
    expect_worker(opened.page)
    opened.link("My bookings").click()
    expect(opened.page.get_by_text("Big reverse, 1 set")).to_be_visible()
    gateway.end()
    opened.page.reload()
    expect(opened.page.get_by_text("No connection. Saved:")).to_be_visible()
    # A booking whose own page was never opened.
    opened.page.get_by_role("link", name=re.compile("Big reverse, 1 set")).click()
    expect(opened.page).to_have_url(re.compile(made["id"]))
    expect(opened.page.get_by_text("To change it, connect to the internet first.")).to_be_visible()
    opened.page.goto(f"{service.address}/park?day=2026-11-26")
    expect(opened.page.get_by_text("To book, connect to the internet first")).to_be_visible()
    expect(opened.free.first).to_be_visible()


@pytest.mark.differs
def test_park_sets_are_walked_by_keys(park, engine):
    opened = park("/park?day=2026-12-04")
    opened.set("10:00").focus()
    opened.page.keyboard.press("ArrowRight")
    expect(opened.set("10:15")).to_be_focused()
    opened.page.keyboard.press("ArrowDown")
    expect(opened.set("11:15")).to_be_focused()
    opened.page.get_by_role("tab", selected=True).focus()
    opened.page.keyboard.press("ArrowRight")
    expect(opened.page.get_by_role("tab", name=re.compile("^Saturday, 5 December"))).to_be_focused()
    expect(opened.page).to_have_url(re.compile("day=2026-12-05"))


def test_park_booking_is_saved_as_a_calendar_file(visit, rider, booked):
    booking = booked(rider, "2026-11-30", sets=2)
    page = visit(f"/park/bookings/{booking['id']}", signed_in_as=rider)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Add to the calendar").click()
    assert saved.value.suggested_filename == "vokol-2026-11-30.ics"
    lines = saved.value.path().read_bytes().decode().replace("\r\n ", "").split("\r\n")
    stated = dict(line.split(":", 1) for line in lines if line)
    assert stated["UID"] == f"{booking['id']}@vokol"
    for name, instant in {"DTSTART": booking["startsAt"], "DTEND": booking["endsAt"]}.items():
        assert stated[name] == re.sub(r"[-:]|\.\d+", "", instant)
    assert stated["SUMMARY"].endswith("Big reverse\\, 2\N{NO-BREAK SPACE}sets")


def test_park_bookings_are_in_a_calendar_until_its_address_is_revoked(visit, rider, booked, service, engine):
    booking = booked(rider, "2026-11-30")
    page = visit("/park/bookings", signed_in_as=rider)
    page.get_by_role("button", name="Bookings in your calendar").click()
    sheet = page.get_by_role("dialog", name="Bookings in your calendar")
    sheet.get_by_role("button", name="Create an address").click()
    address = sheet.get_by_label("Address", exact=True).input_value()
    path = address.removeprefix(service.address)
    assert f"UID:{booking['id']}@vokol" in service.text(path)
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).not_to_be_attached()

    page.get_by_role("button", name="Bookings in your calendar").click()
    expect(sheet).to_contain_text("Your address was created on 25 November")
    sheet.get_by_role("button", name="Create a new address").click()
    asked = page.get_by_role("dialog", name="Replace the address?")
    asked.get_by_role("button", name="Cancel").click()
    expect(asked).to_have_count(0)
    assert service.text(path) is not None
    sheet.get_by_role("button", name="Create a new address").click()
    asked.get_by_role("button", name="Create a new address").click()
    expect(sheet.get_by_label("Address", exact=True)).not_to_have_value(address)
    assert service.text(path) is None
    path = sheet.get_by_label("Address", exact=True).input_value().removeprefix(service.address)
    sheet.get_by_role("button", name="Revoke").click()
    page.get_by_role("dialog", name="Revoke the address?").get_by_role("button", name="Revoke").click()
    expect(sheet.get_by_role("button", name="Create an address")).to_be_visible()
    assert service.text(path) is None
