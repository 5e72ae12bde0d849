"""Steps of the park's staff on the day board."""

import re

from playwright.sync_api import expect

from service import Failure


class BoardPage:
    """The day board with its panel."""

    def __init__(self, page):
        self.page = page
        self.side = page.get_by_role("complementary")
        self.sheet = page.get_by_role("dialog")
        self.search = page.get_by_role("searchbox", name="Last digits of the phone number")

    def block(self, name):
        """The block of a customer."""
        return self.page.locator(".lane-blocks").get_by_role("button", name=re.compile(name))

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def expect_notice(self, text):
        expect(self.page.locator(".toast")).to_contain_text(text)


def phone_of(engine, number):
    """A phone number for the customer of one browser, because the last booking sets a customer's name."""
    return f"+3752930{['chromium', 'firefox'].index(engine) if engine in ('chromium', 'firefox') else 2}{number:04}"


def book_for(service, name, phone, start, reverse="big", sets=1):
    """Books for a customer as the staff does."""
    return service.call_as(service.account("staff"), "POST", "/v1/board/bookings", {
        "phone": phone, "name": name, "reverseId": reverse, "startsAt": start, "sets": sets, "payWith": "on-site"})


def book_today(service, name, phone):
    """Books the last free set of today."""
    day = service.now.strftime("%Y-%m-%d")
    slots = service.call_as(None, "GET", f"/v1/park/slots?date={day}")["items"]
    free = [one for one in slots if one["state"] == "free"][-1]
    return book_for(service, name, phone, free["startsAt"], free["reverseId"])


def no_show(service, name, phone):
    """Marks the customer of the set in progress as a no-show; returns the id of the case."""
    booked = book_running(service, name, phone)["booking"]["id"]
    marked = service.call_as(service.account("staff"), "POST", f"/v1/board/bookings/{booked}/no-show", {})
    return marked["booking"]["caseId"]


def late_booking(service, account, name):
    """Gives the account a name, books for it and cancels late; returns the cancelled booking."""
    service.call_as(account, "POST", "/v1/me", {"firstName": name})
    slots = service.call_as(None, "GET", f"/v1/park/slots?date={service.now:%Y-%m-%d}")["items"]
    start = next(one for one in slots if one["state"] == "free")
    # Who has undone three bookings gets no time to undo the fourth, which free cancellation does not reach either.
    for _ in range(4):
        made = service.call_as(account, "POST", "/v1/bookings", {
            "reverseId": start["reverseId"], "startsAt": start["startsAt"], "sets": 1, "payWith": "on-site"})
        cancelled = service.call_as(account, "POST", f"/v1/bookings/{made['id']}/cancellation", {})
    return cancelled


def cancel_late(service, name, account=None):
    """Cancels a booking late, as a customer of this name, a new one by default; returns the id of the case."""
    return late_booking(service, account or service.new_account(), name)["caseId"]


def decided_cases(service):
    """Decides two cases at the first call: one of the account `late`, whose decision is reversed."""
    admin = service.account("admin")
    if service.call_as(admin, "GET", "/v1/board/cases/decided")["items"]:
        return
    spared = cancel_late(service, "Tatsiana Sidarenka", service.account("late"))
    charged = cancel_late(service, "Maksim Piatrou")
    fee = {"amount": 1000, "currency": "BYN"}
    decide(service, spared, "warning", "Cancelled ten minutes before the start")
    decide(service, charged, "fee", "Third late cancellation this month", fee=fee)
    service.call_as(admin, "POST", f"/v1/board/cases/{spared}/reversal", {"reason": "Was ill, called on the way"})


def decide(service, case, sanction, reason, **more):
    """Decides a case as the administrator does."""
    service.call_as(service.account("admin"), "POST", f"/v1/board/cases/{case}/decision", {
        "sanction": sanction, "reason": reason, **more})


def running_since(service):
    """The start of the set in progress."""
    now = service.now
    return now.replace(minute=now.minute // 15 * 15, second=0, microsecond=0)


def book_running(service, name, phone):
    """Books the set in progress, on the first reverse on which it is free."""
    start = running_since(service).strftime("%Y-%m-%dT%H:%M:%SZ")
    try:
        return book_for(service, name, phone, start, "big")
    except Failure:
        return book_for(service, name, phone, start, "small")
