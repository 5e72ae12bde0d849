"""The till: the staff finds a customer, sells a pass and corrects it; each gives a receipt."""

import re

from playwright.sync_api import expect

from engines import DESK
from pages.staff import BoardPage, book_today, decide, late_booking, phone_of


def test_till_finds_a_customer_sells_a_pass_and_corrects_it(visit, service, engine):
    name, phone = f"Zinaida {engine}", phone_of(engine, 41)
    customer = book_today(service, name, phone)["customer"]["id"]
    page = visit("/staff", signed_in_as="staff", size=DESK)
    page.get_by_role("link", name="Customers").click()
    field = page.get_by_label("Name, digits of the number, or e-mail")
    field.fill(f"zina {engine[:4]}")
    page.get_by_role("link", name=re.compile(f"^{name}")).click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(page.get_by_text("No valid pass")).to_be_visible()

    page.get_by_role("button", name="Sell a pass").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Pass").select_option(index=0)
    sheet.get_by_role("button", name=re.compile(r"^Paid 115\.00")).click()
    expect(page.locator(".toast")).to_contain_text(re.compile(r"Sold, receipt \d+"))
    expect(page.get_by_text("5 of 5 left")).to_be_visible()

    page.get_by_role("button", name=re.compile("^Correct: ")).click()
    sheet.get_by_label("Sets to add").fill("-2")
    sheet.get_by_label("Paid back, BYN").fill("46")
    confirm = sheet.get_by_role("button", name="Correct", exact=True)
    expect(confirm).to_be_disabled()
    sheet.get_by_label(re.compile("^Reason")).fill("Wanted three")
    confirm.click()
    expect(page.locator(".toast")).to_contain_text("Corrected, receipt")
    expect(page.get_by_text("3 of 5 left")).to_be_visible()
    expect(page.get_by_text("Wanted three")).to_be_visible()
    shown = service.call_as(service.account("staff"), "GET", f"/v1/board/customers/{customer}")
    assert [one["sets"] for one in shown["receipts"]] == [-2, 5]
    assert shown["receipts"][0]["money"]["amount"] == -4600


def test_till_sells_to_somebody_who_was_never_here(visit, service, engine):
    page = visit("/staff/customers", signed_in_as="staff", size=DESK)
    page.get_by_role("button", name="Sell to a new customer").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Telephone number").fill(phone_of(engine, 42))
    sheet.get_by_label("Name", exact=True).fill(f"Newcomer {engine}")
    sheet.get_by_role("button", name=re.compile("^Paid ")).click()
    expect(page.get_by_role("heading", name=f"Newcomer {engine}")).to_be_visible()
    expect(page.get_by_text("5 of 5 left")).to_be_visible()


def test_till_takes_a_part_of_a_debt_and_pays_it_back(visit, service, rider, engine):
    name = f"Owing {engine}"
    case = late_booking(service, rider, name)["caseId"]
    decide(service, case, "fee", "Did not call", fee={"amount": 1050, "currency": "BYN"})
    slots = service.call_as(None, "GET", f"/v1/park/slots?date={service.now:%Y-%m-%d}")["items"]
    last = [one for one in slots if one["state"] == "free"][-1]
    service.call_as(rider, "POST", "/v1/bookings", {
        "reverseId": last["reverseId"], "startsAt": last["startsAt"], "sets": 1, "payWith": "on-site"})
    board = BoardPage(visit("/staff", signed_in_as="staff", size=DESK))
    board.block(name).click()
    debt = board.side.locator(".panel-facts div").filter(has_text="Debt").locator("dd")
    expect(debt).to_have_text("10.50")
    board.side.get_by_role("button", name="Settle debt").click()
    expect(board.sheet).to_contain_text("The customer owes 10.50 BYN.")
    amount = board.sheet.get_by_label("Amount received, BYN")
    amount.fill("10,51")
    expect(board.sheet.get_by_role("button", name=re.compile("^Received"))).to_be_disabled()
    amount.fill("4")
    expect(board.sheet).to_contain_text("After this, 6.50 BYN is left.")
    board.sheet.get_by_role("button", name="Received 4.00 BYN").click()
    board.expect_notice("Payment received")
    expect(debt).to_have_text("6.50")

    # A fee that was paid in part comes back in part.
    service.call_as(service.account("admin"), "POST", f"/v1/board/cases/{case}/reversal", {"reason": "Was ill"})
    board.page.reload()
    board.side.get_by_role("button", name="Close").click()
    owed = board.side.get_by_role("listitem").filter(has_text=name).filter(has_text="4.00 BYN")
    owed.get_by_role("button", name="Pay back").click()
    expect(board.sheet).to_contain_text("After this, the park owes nothing.")
    board.sheet.get_by_role("button", name="Paid out 4.00 BYN").click()
    board.expect_notice("Paid back")
    expect(owed).to_have_count(0)
