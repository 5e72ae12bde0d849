"""The timetable of a group or a lecturer."""

import re


class TimetablePage:
    def __init__(self, page):
        self.page = page
        self.now = page.get_by_role("region", name="Now")
        self.day = page.get_by_role("tabpanel")
        self.lessons = self.day.locator(".lesson")

    def heading(self, name):
        return self.page.get_by_role("heading", level=1, name=name)

    def search(self, text):
        self.page.get_by_role("searchbox").fill(text)

    def choose(self, name):
        self.page.get_by_role("button", name=re.compile(rf"^{name}"), exact=False).click()

    def tab(self, name):
        return self.page.get_by_role("tab", name=name)

    def option(self, group, name):
        return self.page.get_by_role("group", name=group).get_by_role("button", name=name, exact=True)
