"""Each screen in languages, sizes and themes.

By default each screen is seen in all five sizes, with languages and themes in turn: every pair of screen, language,
size and theme occurs, in five checks a screen. `--all` goes through all thirty combinations of each screen.
"""

import itertools
from dataclasses import dataclass

import pytest

import checks
from engines import LANGUAGES, PHONE, SIZES, Size
from screens import Screen, all_screens, today
from service import MINSK, offset_of_beginning

THEMES = ["light", "dark"]
#: The most checks of a run without `--all`.
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


def some(screens):
    """Returns five checks per screen, or three if five are too many; each language occurs at least once."""
    each = 5 if len(screens) * 5 <= LIMIT else 3
    made = []
    for row, screen in enumerate(screens):
        for column in range(each):
            turn = row + column
            size = SIZES[(row * each + column) % len(SIZES)]
            theme = THEMES[(row + column + row // len(SIZES)) % 2]
            made.append(Check(screen, LANGUAGES[turn % 3], size, theme, has_keyboard=column == 0,
                              has_large_text=column == 1, has_tree=column < 3))
    return sorted(made, key=_turn)


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
        found = every(screens) if metafunc.config.getoption("whole") else some(screens)
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
        # A worker would fetch all files of the client for each check.
        service_workers="block",
        # The instance's clock runs on, and minutes are part of the trees.
        offset=offset_of_beginning())
    page = screen.open(context, service, account)
    checks.axe(page)
    checks.assert_fits(page)
    if check.has_tree:
        # One tree a language: a wider window may show more.
        with checks.resized(page, PHONE):
            if screen.is_map or screen.acts_by_size:
                # A map that was made in another size shows another area, and an act may have opened something else.
                screen.go(page, service, account)
            checks.aria(page, screen.name, check.language)
    if check.has_keyboard:
        checks.assert_reachable(page)
    if check.has_large_text:
        checks.enlarge_text(page)
        checks.assert_fits(page)


def test_matrix_covers_pairs():
    """Every pair of language, size and theme occurs, each screen in each language, within the limit."""
    screens = [Screen(f"screen-{number}", "/") for number in range(25)]
    for count in [25, 40, 41, 60]:
        found = some((screens * 3)[:count])
        assert len(found) <= LIMIT
    found = some(screens)
    for one, other, count in [("language", "size", 15), ("language", "theme", 6), ("size", "theme", 10),
                              ("screen", "language", 75), ("screen", "size", 125), ("screen", "theme", 50)]:
        assert len({(getattr(check, one), getattr(check, other)) for check in found}) == count, (one, other)
