"""The day, the weather, the news and saved look-ups."""

from screens import Screen
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


SCREENS = [
    Screen("today", "/", ready=".dial-middle .numeral", settings=GROUP),
    Screen("today-booked", "/", who="rider", ready="a[href^='/park/bookings/']", prepare=booking),
    Screen("weather", "/weather", ready=".day-row", act=walk),
    Screen("weather-day", GRODNO, ready=".day-row", act=open_day),
    Screen("weather-table", "/weather", ready=".day-row", act=open_table),
    Screen("weather-cities", "/weather", ready=".cities b", settings=CITIES),
    Screen("places", "/weather", ready=".day-row", act=open_picker),
    Screen("news", "/news", ready=".news time, .empty"),
    Screen("history", "/history", who="rider", ready=".history-row", prepare=saved),
    Screen("history-entry", "/history/{}", who="rider", ready=".facts", prepare=saved),
]
