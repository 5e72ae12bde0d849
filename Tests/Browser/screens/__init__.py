"""The screens of the matrix, the screenshots and the budget: the SCREENS of each module of this folder."""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass

from checks import expect_settled


@dataclass(frozen=True)
class Screen:
    """A screen in one state.

    `path`: its address, in which `{}` stands for what `prepare` returns.
    `prepare`: a function of the service and the account that makes the data, the same however often it is called.
    `who`: `guest`, `rider`, `staff`, `editor` or `admin`.
    `ready`: a selector of what must be visible before anything is checked, besides that nothing is busy.
    `act`: a function of the page that brings it into the state, such as opening a sheet.
    `settings`: choices of the device, as core/settings.js keeps them.
    `map_sizes`: the sizes of the window in which the screen may load the map in addition to the budget.
    `more_script`: the bytes of script by which the screen exceeds the budget, as a known exception.
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
    more_script: int = 0
    acts_by_size: bool = False
    is_kept: bool = True

    def open(self, context, service, account=None):
        """Opens the screen in a new page of a context and returns the page once the screen is in its state."""
        page = context.new_page()
        self.go(page, service, account)
        return page

    def go(self, page, service, account=None):
        """Navigates a page to the screen and waits until it is in its state."""
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


def answering(path, answer, ready):
    """Lets the page load again with an answer of the test."""
    def act(page):
        page.route(path, lambda route: route.fulfill(json=answer))
        page.reload()
        page.locator(ready).first.wait_for()
    return act


def all_screens():
    """Returns the screens of all modules of this folder, in order of their names."""
    modules = sorted(one.name for one in pkgutil.iter_modules(__path__))
    found = [screen for name in modules for screen in importlib.import_module(f"screens.{name}").SCREENS]
    names = [screen.name for screen in found]
    repeated = {name for name in names if names.count(name) > 1}
    assert not repeated, f"screens of the same name: {repeated}"
    return found
