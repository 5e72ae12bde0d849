"""Fingers on a phone: swiping, dragging, and what only devices with a touch screen offer."""

import json
import re

import pytest
from playwright.sync_api import expect

from engines import DESK
from pages.museums import Museums
from pages.timetable import TimetablePage

pytestmark = pytest.mark.only("chromium")
GROUP = {"timetable": {"kind": "group", "id": "353502", "name": "353502"}}
#: How Apple's phones name their system.
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"


def drag(page, start, end):
    """Moves a finger over the page."""
    touch = page.context.new_cdp_session(page)
    between = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    for kind, points in [("touchStart", [start]), ("touchMove", [between]), ("touchMove", [end]), ("touchEnd", [])]:
        touch.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})


#: Notes how a control that is tapped looks in the next frame, and whether the museums are still there.
NOTE_FRAME = """control => control.addEventListener("click", () => requestAnimationFrame(() => {
    const { opacity } = getComputedStyle(control);
    const isBefore = document.querySelector("main.museums") !== null;
    document.documentElement.dataset.frame = JSON.stringify({ opacity, isBefore });
}))"""


def test_touch_is_shown_in_the_next_frame_before_what_it_changes(visit, engine):
    page = visit("/museums", signed_in_as="rider")
    expect(page.locator("main.museums")).to_be_visible()
    link = page.get_by_role("navigation").get_by_role("link", name="Timetable")
    link.evaluate(NOTE_FRAME)
    # A click, whose button is let go before the browser draws.
    link.click()
    expect(page.locator("main.museums")).to_have_count(0)
    assert json.loads(page.locator("html").get_attribute("data-frame")) == {"opacity": "0.6", "isBefore": True}


def test_touch_swipes_to_the_next_day_and_back(visit, engine):
    timetable = TimetablePage(visit("/timetable", settings=GROUP))
    expect(timetable.lessons.first).to_be_visible()
    tabs = timetable.page.get_by_role("tab")
    chosen = timetable.page.get_by_role("tab", selected=True)
    today = chosen.text_content()
    box = timetable.day.bounding_box()
    left, right, y = box["x"] + 40, box["x"] + 240, box["y"] + 60
    drag(timetable.page, (right, y), (left, y))
    expect(chosen).not_to_have_text(today)
    next_day = tabs.all_text_contents().index(today) + 1
    expect(chosen).to_have_text(tabs.nth(next_day).text_content())
    drag(timetable.page, (left, y), (right, y))
    expect(chosen).to_have_text(today)


def test_touch_drags_the_list_over_the_map(visit, engine):
    shown = Museums(visit("/museums?view=map", signed_in_as="rider"))
    expect(shown.pins.first).to_be_visible()
    pane = shown.page.locator(".list-pane")
    expect(pane).to_have_class(re.compile("half"))
    box = pane.bounding_box()
    drag(shown.page, (195, box["y"] + 10), (195, 60))
    expect(pane).to_have_class(re.compile("full"))
    drag(shown.page, (195, pane.bounding_box()["y"] + 10), (195, 780))
    expect(pane).to_have_class(re.compile("low"))


def test_touch_offers_the_way_by_the_devices_own_map_program(visit, engine):
    for options, address in [({}, "geo:"), ({"user_agent": IPHONE}, r"maps:\?daddr=")]:
        for path in ("/museums/by-mir-castle", "/park/about"):
            page = visit(path, signed_in_as="rider", **options)
            expect(page.locator("a[href^='geo:'], a[href^='maps:']")).to_have_attribute("href", re.compile(f"^{address}5"))
    desk = visit("/museums/by-mir-castle", signed_in_as="rider", size=DESK)
    expect(desk.locator(".ways")).to_contain_text("On the map")
    expect(desk.locator("a[href^='geo:'], a[href^='maps:']")).to_have_count(0)
