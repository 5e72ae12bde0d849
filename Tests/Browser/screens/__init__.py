"""The screens of the matrix, the screenshots and the budget: the SCREENS of each module of this folder."""

import importlib
import pkgutil
import re
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone

from checks import expect_settled
from pages.answers import FORGET


@dataclass(frozen=True)
class Screen:
    """A screen in one state.

    `path`: its address, in which `{}` stands for what `prepare` returns.
    `prepare`: a function of the service and the account that makes the data, the same however often it is called.
    `who`: `guest`, or the name of a shared account such as `rider`, `staff` or `admin`.
    `ready`: a selector of what must be visible before anything is checked, besides that nothing is busy.
    `act`: a function of the page that brings it into the state, such as opening a sheet.
    `settings`: choices of the device, as core/settings.js keeps them.
    `map_sizes`: the sizes of the window in which the screen may load the map in addition to the budget.
    `acts_by_size`: what `act` does depends on the size of the window.
    `is_kept`: the worker serves the address without a network.
    """

    name: str
    path: str
    who: str = "guest"
    ready: str = "main h1"
    act: Callable | None = None
    prepare: Callable | None = None
    settings: dict | None = None
    map_sizes: tuple = ()
    acts_by_size: bool = False
    is_kept: bool = True

    def open(self, context, service, account=None):
        """Opens the screen in a new page of a context and returns the page once the screen is in its state."""
        page = context.new_page()
        self.go(page, service, account)
        return page

    def go(self, page, service, account=None):
        """Navigates a page to the screen and waits until it is in its state."""
        # What an earlier `act` answers.
        page.unroute_all()
        page.goto(service.address + self.address(service, account))
        self.wait(page)

    def address(self, service, account=None):
        return self.path.format(self.prepare(service, account) if self.prepare else None)

    def wait(self, page):
        page.locator(self.ready).first.wait_for()
        expect_settled(page)
        if self.act:
            self.act(page)
            expect_settled(page)


def opening(button):
    """Opens the sheet of the first button or link that a selector finds."""
    def act(page):
        page.locator(button).first.click()
        page.locator("dialog[open]").wait_for()
    return act


def answering(path, answer, ready):
    """Lets the page load again with an answer of the test."""
    return _reloading(path, lambda route: route.fulfill(json=answer), ready)


def changing(path, change, ready):
    """Lets the page load again with an answer of the instance that a function has changed."""
    def act(page):
        answer = answer_of(page, path)
        change(answer)
        answering(path, answer, ready)(page)
    return act


def answer_of(page, path):
    """Opens the page again; returns what the instance answers a call."""
    # An answer that the page has kept would come without its content.
    address = forget(page)
    pattern = re.compile(".*".join(re.escape(part) for part in re.split(r"\*+", path)))
    # A request that the page leaves behind never finishes, and its content never comes.
    with page.expect_event("requestfinished", lambda request: pattern.fullmatch(request.url)) as request:
        page.goto(address)
    return request.value.response().json()


def forget(page):
    """Removes the answers that the page has kept; returns its address.

    Opens a file without scripts first, because scripts would keep answers again.
    """
    address = page.url
    page.goto(urllib.parse.urljoin(address, "/licences.txt"))
    page.evaluate(FORGET)
    return address


def failing(path, ready):
    """Opens the page again, without the answers that it has kept, while calls fail."""
    def act(page):
        address = forget(page)
        page.route(path, lambda route: route.fulfill(status=503, json={}))
        page.goto(address)
        page.locator(ready).first.wait_for()
    return act


#: Leaves calls without an answer.
AWAIT = """(() => {
    const ask = fetch;
    globalThis.fetch = (path, ...rest) => path.startsWith("%s") ? new Promise(() => {}) : ask(path, ...rest);
})()"""


def loading(path):
    """Opens the page again, without the answers that it has kept, while calls get no answer."""
    def act(page):
        address = forget(page)
        page.add_init_script(AWAIT % path)
        page.goto(address)
        page.locator(".skeleton:not(.hidden)").first.wait_for()
        page.evaluate("() => document.querySelectorAll('.skeleton').forEach((one) => one.dataset.stays = '')")
    return act


def offline(page):
    """Lets the page load again, with the answers that it has kept, while no call reaches the instance."""
    _reloading("**/v1/**", lambda route: route.abort(), ".strip:has([href$='#offline'])")(page)


def _reloading(path, handle, ready):
    def act(page):
        page.route(path, handle)
        page.reload()
        page.locator(ready).first.wait_for()
    return act


def instant(milliseconds):
    """Writes a time of a page as the API does."""
    return datetime.fromtimestamp(milliseconds / 1_000, timezone.utc).isoformat()


def all_screens():
    """Returns the screens of all modules of this folder, in order of their names."""
    modules = sorted(one.name for one in pkgutil.iter_modules(__path__))
    found = [screen for name in modules for screen in importlib.import_module(f"screens.{name}").SCREENS]
    names = [screen.name for screen in found]
    repeated = {name for name in names if names.count(name) > 1}
    assert not repeated, f"screens of the same name: {repeated}"
    return found
