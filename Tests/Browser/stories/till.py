"""The till: the staff finds a customer, sells a pass and corrects it; each gives a receipt."""

import re

from playwright.sync_api import expect

from engines import DESK
from pages.staff import book_today, phone_of


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
