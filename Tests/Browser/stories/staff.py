"""The park's staff and administrators at work. It is Wednesday, 25 November, 10:46 in Minsk."""

import re
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from engines import DESK, PHONE
from pages.park import buy_pass
from pages.staff import BoardPage, book_for, book_today, cancel_late, decide, no_show, phone_of, running_since

#: A day that only these stories use.
DAY = "2026-12-10"


def open_board(visit, path="/staff", who="staff", size=DESK):
    return BoardPage(visit(path, signed_in_as=who, size=size))


def names_of_cases(service):
    """The customers whose cases are open."""
    cases = service.call_as(service.account("admin"), "GET", "/v1/board/cases")
    return [one["customer"]["name"] for one in cases["items"]]


@pytest.mark.differs
def test_staff_checks_a_customer_in_by_keys_alone(visit, service, engine):
    name, phone = f"Early {engine}", phone_of(engine, 1)
    book_today(service, name, phone)
    board = open_board(visit)
    expect(board.block(name)).to_contain_text("25.00")
    board.page.keyboard.press("/")
    expect(board.search).to_be_focused()
    board.page.keyboard.type(phone[-7:])
    found = board.page.locator(".found").get_by_role("button", name=re.compile(name))
    expect(found).to_be_visible()
    found.press("Enter")
    expect(board.side).to_contain_text(f"+375 29 {phone[-7:-4]}-00-01")
    board.page.keyboard.press("i")
    expect(board.sheet).to_contain_text("Take 25.00 first")
    expect(board.sheet.get_by_role("button", name="Arrived, paid 25.00")).to_be_focused()
    board.page.keyboard.press("Enter")
    board.expect_notice(f"{name} has arrived")
    expect(board.side).to_contain_text("arrived")


def test_staff_turns_the_keys_of_the_board_off(visit, engine):
    page = visit("/account", signed_in_as="staff", size=DESK)
    page.get_by_role("group", name="Keys n, i and / on the day board").get_by_role("button", name="Off").click()
    page.goto(page.url.replace("/account", "/staff"))
    board = BoardPage(page)
    expect(board.button("Close time")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.press("n")
    expect(board.search).not_to_be_focused()
    expect(board.sheet).to_have_count(0)
    expect(page.locator(".board kbd").first).to_be_hidden()


def test_staff_walks_the_blocks_by_arrows(visit, service, engine):
    start = {"chromium": "08:00", "firefox": "12:00"}.get(engine, "15:00")
    hour = int(start[:2])
    book_for(service, f"First {engine}", phone_of(engine, 11), f"{DAY}T{start}:00Z")
    book_for(service, f"Second {engine}", phone_of(engine, 12), f"{DAY}T{hour + 1:02}:00:00Z")
    book_for(service, f"Beside {engine}", phone_of(engine, 13), f"{DAY}T{start}:00Z", "small")
    board = open_board(visit, f"/staff?day={DAY}")
    board.block(f"First {engine}").focus()
    board.page.keyboard.press("ArrowDown")
    expect(board.block(f"Second {engine}")).to_be_focused()
    board.page.keyboard.press("ArrowUp")
    board.page.keyboard.press("ArrowRight")
    expect(board.block(f"Beside {engine}")).to_be_focused()
    board.page.keyboard.press("Enter")
    expect(board.side.get_by_role("heading", name=f"Beside {engine}")).to_be_visible()
    board.page.keyboard.press("Escape")
    expect(board.side.get_by_role("heading", name=f"Beside {engine}")).to_have_count(0)


def test_staff_books_for_a_customer_who_telephones(visit, service, engine):
    reverse = {"chromium": "Big reverse"}.get(engine, "Small reverse")
    board = open_board(visit, "/staff?day=2026-12-11")
    expect(board.button("Close time")).to_be_visible()
    board.page.keyboard.press("n")
    board.sheet.get_by_label("Phone").fill(phone_of(engine, 21))
    board.sheet.get_by_label("Name").fill(f"Caller {engine}")
    board.sheet.get_by_role("button", name=reverse).click()
    board.sheet.get_by_label("Start").select_option(label="15:00")
    board.sheet.get_by_label("Sets in a row").select_option(label="2 sets")
    expect(board.sheet).to_contain_text("15:00 – 15:30")
    board.sheet.get_by_role("button", name="Book", exact=True).click()
    board.expect_notice(f"Caller {engine}, 15:00")
    expect(board.block(f"Caller {engine}")).to_be_visible()


def test_staff_moves_the_booking_of_a_customer_who_telephones(visit, service, engine):
    day = "2026-12-20"
    booked = book_for(service, "Moving Customer", phone_of(engine, 51), f"{day}T09:00:00Z")["booking"]
    board = open_board(visit, f"/staff?day={day}")
    board.block("Moving Customer").click()
    board.side.get_by_role("button", name="Move", exact=True).click()
    board.sheet.get_by_role("button", name="Small reverse").click()
    board.sheet.get_by_label("Start").select_option("14:00")
    expect(board.sheet).to_contain_text("Moving is free now")
    board.sheet.get_by_role("button", name="Move", exact=True).click()
    board.expect_notice("Moved to 20 December, 14:00")
    expect(board.block("Moving Customer")).to_have_attribute("data-key", re.compile(booked["id"]))
    moved = service.call_as(service.account("staff"), "GET", f"/v1/bookings/{booked['id']}")
    assert (moved["reverseId"], moved["startsAt"], moved["moves"]) == ("small", f"{day}T11:00:00Z", 1)


def test_staff_books_a_set_in_progress_and_takes_a_no_show_back(visit, service, engine):
    name = f"Walking {engine}"
    begin = f"{running_since(service).astimezone(ZoneInfo('Europe/Minsk')):%H:%M}"
    board = open_board(visit)
    expect(board.button("Close time")).to_be_visible()
    board.page.keyboard.press("n")
    board.sheet.get_by_label("Phone").fill(phone_of(engine, 22))
    board.sheet.get_by_label("Name").fill(name)
    board.sheet.get_by_role("button", name="Small reverse").click()
    board.sheet.get_by_label("Start").select_option(label=f"{begin}, running")
    expect(board.sheet).to_contain_text("A set that is running ends at its usual time and costs its full price.")
    board.sheet.get_by_role("button", name="Book", exact=True).click()
    board.expect_notice(f"{name}, {begin}")
    board.block(name).click()
    expect(board.side).to_contain_text(re.compile(r"Started \d+\smin ago"))
    board.side.get_by_role("button", name="No-show").click()
    expect(board.sheet).to_contain_text("A case goes to the administrator")
    board.sheet.get_by_role("button", name="No-show").click()
    board.expect_notice(f"{name} did not come")
    expect(board.side).to_contain_text("A case waits for the administrator.")
    expect(board.side.locator("dl")).to_contain_text(re.compile(r"To pay\s*25\.00"))
    assert name in names_of_cases(service)
    board.page.locator(".toast").get_by_role("button", name="Arrived after all").click()
    expect(board.sheet).to_contain_text("The no-show and its case are withdrawn.")
    board.sheet.get_by_role("button", name="Arrived, paid 25.00").click()
    board.expect_notice(f"{name} has arrived")
    expect(board.side).to_contain_text("arrived")
    expect(board.side).not_to_contain_text("A case waits")
    assert name not in names_of_cases(service)


def test_staff_sees_whom_a_closure_cancels_before_it_is_made(visit, service, engine):
    day = {"chromium": "2026-12-13", "firefox": "2026-12-14"}.get(engine, "2026-12-15")
    book_for(service, "Cancelled Customer", phone_of(engine, 31), f"{day}T12:00:00Z")
    book_for(service, "Spared Customer", phone_of(engine, 32), f"{day}T12:00:00Z", "small")
    board = open_board(visit, f"/staff?day={day}")
    board.button("Close time").click()
    board.sheet.get_by_role("button", name="Big reverse").click()
    affected = board.sheet.locator(".affected")
    expect(affected).to_contain_text("1 booking")
    expect(affected).to_contain_text("Cancelled Customer")
    expect(affected).not_to_contain_text("Spared")
    # Booked while the sheet is open.
    book_for(service, "Late Customer", phone_of(engine, 33), f"{day}T13:00:00Z")
    expect(affected).to_contain_text("2 bookings")
    expect(affected).to_contain_text("Late Customer")
    confirm = board.sheet.get_by_role("button", name=re.compile("Close and cancel 2"))
    expect(confirm).to_be_disabled()
    board.sheet.get_by_label("Reason").fill("Storm")
    confirm.click()
    board.expect_notice("Time closed, 2 bookings cancelled")
    expect(board.block("Storm")).to_be_visible()
    expect(board.block("Cancelled Customer")).to_have_count(0)
    expect(board.block("Spared Customer")).to_be_visible()
    board.page.locator(".toast").get_by_role("button", name="Reopen").click()
    board.sheet.get_by_role("button", name="Reopen").click()
    board.expect_notice("Open again")
    expect(board.block("Storm")).to_have_count(0)


def test_staff_finds_the_same_bookings_on_a_phone(visit, service, engine):
    day = {"chromium": "2026-12-17", "firefox": "2026-12-18"}.get(engine, "2026-12-19")
    book_for(service, "Pocket Customer", phone_of(engine, 41), f"{day}T13:00:00Z")
    board = open_board(visit, f"/staff?day={day}", size=PHONE)
    board.block("Pocket Customer").click()
    expect(board.sheet).to_contain_text("-00-41")
    board.sheet.get_by_role("button", name="Add a note").click()
    board.sheet.last.get_by_role("textbox").fill("Own helmet")
    board.button("Save the note").click()
    board.expect_notice("Note saved")
    expect(board.sheet).to_contain_text("Own helmet")


def test_administrator_decides_a_no_show_after_seeing_what_it_costs(visit, service, engine):
    name = f"Absent {engine}"
    no_show(service, name, phone_of(engine, 51))
    page = visit("/staff/cases", signed_in_as="admin", size=DESK)
    page.get_by_role("button", name=re.compile(name)).click()
    page.get_by_label("Fee").first.check()
    page.get_by_label("Fee, BYN").fill("10,50")
    preview = page.locator(".preview")
    expect(preview).to_contain_text("The price of the booking, 25.00 BYN, is waived")
    expect(preview).to_contain_text("10.50 BYN as a debt")
    decide = page.get_by_role("button", name="Decide", exact=True)
    expect(decide).to_be_disabled()
    page.get_by_label("Reason that the customer is told").fill("Did not call")
    expect(preview).to_contain_text("In the app: Fee. Did not call")
    decide.click()
    expect(page.locator(".toast").get_by_role("button", name="Reverse")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile(name))).to_have_count(0)


def test_administrator_reverses_a_decision_found_among_the_decided(visit, service, engine):
    names = [f"Forgiven {engine}", f"Warned {engine}"]
    for name in names:
        decide(service, cancel_late(service, name), "warning", "Did not call")
    page = visit("/staff/cases", signed_in_as="admin", size=DESK)
    page.get_by_role("tab", name="Decided").click()
    rows = page.get_by_role("tabpanel").get_by_role("listitem")
    # The last decision comes first.
    expect(rows.nth(0)).to_contain_text(names[1])
    row = rows.nth(1)
    expect(row).to_contain_text(names[0])
    expect(row).to_contain_text("warning. Did not call")
    expect(row).to_contain_text(re.compile("Decided by .*Ada, "))
    row.get_by_role("button", name=f"Reverse the decision on {names[0]}").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Reason that the customer is told").fill("Was ill")
    sheet.get_by_role("button", name="Reverse the decision").click()
    expect(page.locator(".toast")).to_contain_text("Decision reversed")
    expect(row).to_contain_text(re.compile("Reversed by .*Ada, .*Was ill"))
    expect(row.get_by_role("button")).to_have_count(0)
    expect(rows.nth(0).get_by_role("button")).to_be_visible()


def test_administrator_refunds_a_pass_that_nobody_used(visit, service, rider, engine):
    report = visit("/staff/report?from=2026-11-25&days=1", signed_in_as="admin", size=DESK)
    revenue = report.locator("tfoot td").last
    before = revenue.inner_text()
    page = visit("/staff/payments", signed_in_as="admin", size=DESK)
    expect(page.locator(".purchase-search")).to_be_visible()
    payment = buy_pass(service, rider)
    expect(revenue).not_to_have_text(before)
    newest = page.locator(".purchase").first
    expect(newest).to_contain_text("10 of 10 sets left")
    newest.get_by_role("button", name=re.compile("^Refund: Ada, ")).click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("10 sets will be taken from the pass at once")
    confirm = sheet.get_by_role("button", name=re.compile(r"^Refund \d+\.00"))
    expect(confirm).to_be_disabled()
    sheet.get_by_label("Reason").fill("Moves away")
    confirm.click()
    expect(page.locator(".toast")).to_contain_text("Refunded")
    expect(newest).to_contain_text("Refunded")
    expect(newest.get_by_role("button")).to_have_count(0)
    assert service.call_as(rider, "GET", f"/v1/payments/{payment}")["state"] == "refunded"
    assert service.call_as(rider, "GET", "/v1/passes")["left"] == 0


def test_administrator_changes_a_rule_and_takes_it_back(visit, service, engine):
    def stored():
        answer = service.call_as(service.account("admin"), "GET", "/v1/park/configuration")
        return answer["park"]["bookingsPerAccount"]

    before = stored()
    page = visit("/staff/park?part=rules", signed_in_as="admin", size=DESK)
    save = page.get_by_role("button", name="Save all sections")
    field = page.get_by_label("Upcoming bookings of one account")
    field.fill("many")
    expect(page.get_by_text("Enter a number")).to_be_visible()
    expect(save).to_be_disabled()
    field.fill("101")
    save.click()
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill(str(before + 1))
    save.click()
    expect(page.locator(".toast")).to_contain_text("Settings saved")
    assert stored() == before + 1
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.locator(".toast")).to_contain_text("The earlier settings are back")
    assert stored() == before


def test_staff_screens_say_why_others_see_nothing(visit, engine):
    page = visit("/staff", signed_in_as="rider")
    expect(page.get_by_role("heading", name="Only for the park’s staff")).to_be_visible()
    page = visit("/staff/cases", signed_in_as="staff")
    expect(page.get_by_role("heading", name="Only for administrators")).to_be_visible()


def test_staff_sees_several_days_and_opens_one(visit, service, engine):
    name, phone = f"Week {engine}", phone_of(engine, 21)
    # Another day for each browser, and none that other stories use.
    number = {"chromium": 12, "firefox": 9}.get(engine, 15)
    day = f"2026-12-{number:02}"
    days = service.call_as(service.account("staff"), "GET", f"/v1/board/days?from={day}&days=1")
    before = days["items"][0]["bookings"]
    page = visit("/staff", signed_in_as="staff", size=DESK)
    page.get_by_role("link", name="Several days").click()
    page.get_by_role("heading", level=1, name="Several days").wait_for()
    page.get_by_role("button", name="Later days").click()
    page.get_by_role("button", name="Later days").click()
    section = page.locator(".occupied-day").filter(has_text=re.compile(rf"\b{number}\sDecember"))
    expect(section.get_by_role("row").nth(1)).not_to_contain_text("2 of 4 sets booked")
    # Shown without a reload.
    book_for(service, name, phone, f"{day}T16:00:00Z", sets=2)
    expect(section).to_contain_text(f"{before + 1} booking")
    expect(section.get_by_role("row").nth(1)).to_contain_text("2 of 4 sets booked")
    section.get_by_role("link").click()
    expect(BoardPage(page).block(name)).to_be_visible()
