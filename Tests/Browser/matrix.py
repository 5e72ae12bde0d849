"""Each screen in languages, sizes and themes.

By default each address is seen once in each language, with sizes and themes in turn, so that every pair of language,
size and theme occurs. Its further states are seen at least once, and in more languages as far as the limit allows.
`--all` goes through all thirty combinations of each screen.
"""

import itertools
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass

import pytest

import checks
from engines import LANGUAGES, PHONE, SIZES, Size
from screens import Screen, all_screens, today
from service import MINSK, ROOT, offset_of_beginning

THEMES = ["light", "dark"]
#: The most checks of a run without `--all`, unless it writes the trees.
LIMIT = 200


@dataclass(frozen=True)
class Check:
    """A screen in one combination, with the slower checks that run on it."""

    screen: Screen
    language: str
    size: Size
    theme: str
    has_keyboard: bool = False
    has_large_text: bool = False
    has_tree: bool = False

    def __str__(self):
        return f"{self.screen.name}-{self.language}-{self.size}-{self.theme}"


def some(screens, limit=LIMIT):
    """Returns one to three checks of each screen, each in another language, at most `limit` in all."""
    firsts = first_states(screens)
    # One of each screen, then the other languages of each address, then those of its further states: last of those
    # that differ from another one by a sheet or a form alone.
    turns = [(column and (1 if screen in firsts else 3 if screen.act else 2), column, row)
             for column in range(len(LANGUAGES)) for row, screen in enumerate(screens)]
    counts = Counter(row for _, _, row in sorted(turns)[:limit])
    made = []
    for row, screen in enumerate(screens):
        for column in range(counts[row]):
            number = len(made)
            made.append(Check(
                screen, LANGUAGES[(row + column) % 3], SIZES[number % len(SIZES)], THEMES[number % 2],
                has_keyboard=column == 0, has_large_text=column == counts[row] - 1, has_tree=True))
    return sorted(made, key=_turn)


def first_states(screens):
    """Returns the first screen of each address."""
    firsts = {}
    for screen in screens:
        firsts.setdefault(screen.path.partition("?")[0], screen)
    return list(firsts.values())


def every(screens):
    """Returns all combinations."""
    found = [Check(screen, language, size, theme, True, True, size == PHONE and theme == THEMES[0])
             for screen, language, size, theme in itertools.product(screens, LANGUAGES, SIZES, THEMES)]
    return sorted(found, key=_turn)


def _turn(check):
    """Orders checks: first those whose trees have weather and news, which change at the full hour of the instance."""
    return not check.has_tree, check.screen not in today.SCREENS


def pytest_generate_tests(metafunc):
    if "check" in metafunc.fixturenames:
        screens = all_screens()
        # The trees are written in all languages.
        limit = len(screens) * len(LANGUAGES) if os.environ.get("UPDATE_SNAPSHOT") else LIMIT
        found = every(screens) if metafunc.config.getoption("whole") else some(screens, limit)
        metafunc.parametrize("check", found, ids=str)


@pytest.fixture(scope="module")
def known_address(service):
    """Asks for the visitors' address until a provider tells it: on a busy machine the first answers come too late."""
    path = f"/v1/places/address?latitude={MINSK['latitude']}&longitude={MINSK['longitude']}"
    for language in LANGUAGES:
        for _ in range(10):
            if "distance" not in service.call_as(None, "GET", path, language=language):
                break


def test_matrix_screen(check, browser_context, service, known_address):
    screen = check.screen
    account = None if screen.who == "guest" else service.account(screen.who)
    context = browser_context(
        language=check.language, size=check.size, theme=check.theme, signed_in_as=account, settings=screen.settings,
        # Motion only changes what is seen in between; half of the checks go without it.
        reduced_motion=check.theme == "dark",
        # The instance's clock runs on, and minutes are part of the trees.
        offset=offset_of_beginning())
    page = screen.open(context, service, account)
    checks.axe(page)
    checks.assert_fits(page)
    if check.has_tree:
        # One tree a language: a wider window may show more.
        with checks.resized(page, PHONE):
            if screen.map_sizes or screen.acts_by_size:
                # A map that was made in another size shows another area, and an act may have opened something else.
                screen.go(page, service, account)
            checks.aria(page, screen.name, check.language)
    if check.has_keyboard:
        checks.assert_reachable(page)
    if check.has_large_text:
        checks.enlarge_text(page)
        checks.assert_fits(page, seconds=3)


#: The addresses of the routes, in which `*` stands for the values of parameters.
ROUTES = "from pages import read_routes; print(*(route.address for route in read_routes()))"


def test_matrix_shows_the_screen_of_each_route():
    # The build has a module of the same name as a folder of these tests.
    routes = subprocess.run([sys.executable, "-B", "-c", ROUTES], cwd=ROOT / "Clients/Web", capture_output=True,
                            text=True, check=True).stdout.split()
    assert routes
    addresses = [screen.path for screen in all_screens()]
    for route in routes:
        pattern = re.compile(re.escape(route).replace(r"/\*", r"/[^?]+") + r"(\?|$)")
        assert any(pattern.match(address) for address in addresses), f"no row shows {route}"


def test_matrix_covers_pairs():
    """Every pair of language, size and theme occurs, and each address in each language, within the limit."""
    screens = all_screens()
    found = some(screens)
    assert len(found) <= LIMIT
    assert {check.screen.name for check in found} == {screen.name for screen in screens}
    for one, other, count in [("language", "size", 15), ("language", "theme", 6), ("size", "theme", 10)]:
        assert len({(getattr(check, one), getattr(check, other)) for check in found}) == count, (one, other)
    for first in first_states(screens):
        assert {check.language for check in found if check.screen is first} == set(LANGUAGES), first.name
    for flag in ["has_keyboard", "has_large_text"]:
        assert sum(getattr(check, flag) for check in found) == len(screens), flag
