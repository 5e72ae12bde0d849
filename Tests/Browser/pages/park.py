"""Steps on the screens of the wake park."""

import re

from playwright.sync_api import expect


class ParkPage:
    """The grid of sets, with the panes beside or above it."""

    def __init__(self, page):
        self.page = page
        self.day = page.get_by_role("tabpanel")
        self.free = self.day.get_by_role("button", name=re.compile(r"^\d\d:\d\d, free$"))
        self.held = self.day.get_by_role("button", name=re.compile("held for you"))
        self.mine = self.day.get_by_role("link", name=re.compile("your booking"))

    def set(self, time):
        """The free set that starts at a time."""
        return self.day.get_by_role("button", name=f"{time}, free")

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def link(self, name):
        return self.page.get_by_role("link", name=name, exact=True)

    def heading(self, name):
        return self.page.get_by_role("heading", name=name)

    def hold(self, time):
        """Takes a set, and waits until it is held."""
        self.set(time).click()
        expect(self.held).to_be_visible()

    def book(self, sets="1 set"):
        """Confirms the held set."""
        self.button("Confirm").click()
        self.button(f"Book {sets}").click()
        expect(self.heading("Booked")).to_be_visible()


def start_purchase(service, account):
    """Starts to buy a pass, and returns the payment."""
    return service.call_as(account, "POST", "/v1/payments", {
        "productId": "ten-sets", "returnUrl": "https://example.org/park/payments/last"})


def buy_pass(service, account):
    """Buys a pass, and returns the id of the payment."""
    payment = start_purchase(service, account)
    service.vokol("pay", payment["id"], "--amount", str(payment["price"]["amount"]))
    return payment["id"]


def purchases(service):
    """Returns the ids of the buyer's payments by state, one paid and one pending, which it makes at the first call."""
    buyer = service.account("buyer")
    known = service.call_as(service.account("admin"), "GET", "/v1/board/payments")["items"]
    if not known:
        return {"pending": start_purchase(service, buyer)["id"], "paid": buy_pass(service, buyer)}
    return {one["payment"]["state"]: one["payment"]["id"] for one in known}
