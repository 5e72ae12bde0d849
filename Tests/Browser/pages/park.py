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
