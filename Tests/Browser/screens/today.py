"""The day, the weather, the news and saved look-ups."""

from screens import Screen, changing, failing, loading, offline
from screens.park import booking

GROUP = {"timetable": {"kind": "group", "id": "310101", "name": "310101"}}
CITIES = {"cities": [{"id": "grodno-by@53.69,23.83", "name": "Гродна"}, {"id": "brest-by@52.1,23.69", "name": "Брэст"}]}
GRODNO = "/weather?place=grodno-by@53.69,23.83"


def saved(service, account):
    """Saves a look-up, once, and returns its id."""
    if not service.call_as(account, "GET", "/v1/history")["items"]:
        service.call_as(account, "POST", "/v1/history", {"latitude": 53.9045, "longitude": 27.5615, "label": "Дом"})
    return service.call_as(account, "GET", "/v1/history")["items"][0]["id"]


def open_day(page):
    page.locator(".day-row").nth(1).click()
    page.locator(".day-hours").wait_for()


def walk(page):
    page.locator(".hours-scroll").press("ArrowRight")


def open_table(page):
    page.locator(".legend button").click()
    page.locator("dialog table").wait_for()


def open_picker(page):
    page.locator("h1 button").click()
    page.locator("dialog input").wait_for()


def age(answer):
    """Turns a current answer into one that the server has kept for two hours, because the provider fails."""
    answer |= {"isStale": True, "fetchedAt": "2026-11-25T05:46:00Z"}


#: Lets notices stay: they disappear after eight seconds.
STAY = """() => {
    const after = setTimeout;
    globalThis.setTimeout = (act, time, ...rest) => time === 8_000 ? 0 : after(act, time, ...rest);
}"""


def save_as_guest(page):
    """Saves the look-up, which a notice refuses to guests."""
    page.evaluate(STAY)
    page.locator("main .head button").last.click()
    page.locator(".toast button").wait_for()


SCREENS = [
    Screen("today", "/", ready=".dial-middle .numeral", settings=GROUP),
    Screen("today-booked", "/", who="rider", ready="a[href^='/park/bookings/']", prepare=booking),
    Screen("weather", "/weather", ready=".day-row", act=walk),
    Screen("weather-stale", "/weather", ready=".day-row", act=changing("**/v1/weather?*", age, ".strip.warning")),
    Screen("weather-offline", "/weather", ready=".day-row", act=offline),
    Screen("weather-loading", "/weather", ready=".day-row", act=loading("/v1/weather")),
    Screen("weather-failed", "/weather", ready=".day-row", act=failing("**/v1/weather**", ".empty")),
    Screen("weather-notice", "/weather", ready=".day-row", act=save_as_guest),
    Screen("weather-day", GRODNO, ready=".day-row", act=open_day),
    Screen("weather-table", "/weather", ready=".day-row", act=open_table),
    Screen("weather-cities", "/weather", ready=".cities b", settings=CITIES),
    Screen("places", "/weather", ready=".day-row", act=open_picker),
    Screen("news", "/news", ready=".news time, .empty"),
    Screen("history", "/history", who="rider", ready=".history-row", prepare=saved),
    Screen("history-entry", "/history/{}", who="rider", ready=".facts", prepare=saved),
]
