"""The day, the weather, the news and saved look-ups, as people use them."""

import pytest
from playwright.sync_api import expect

from checks import expect_worker
from engines import pass_time
from pages.timetable import TimetablePage

#: Lets a page draw what it has put off.
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
GROUP = {"timetable": {"kind": "group", "id": "310101", "name": "310101"}}
UNTIL_MIDNIGHT = """() => {
  const time = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Minsk", timeStyle: "medium" });
  const [hours, minutes, seconds] = time.format(Date.now()).split(":").map(Number);
  return 86400 - hours * 3600 - minutes * 60 - seconds;
}"""


def test_today_shows_the_place_and_the_next_lesson_without_a_tap(visit, service, engine):
    timetable = TimetablePage(visit("/timetable"))
    timetable.search("310101")
    timetable.choose("310101")
    expect(timetable.now).to_be_visible()
    page = timetable.page.context.new_page()
    page.goto(service.address)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Minsk")
    expect(page.locator(".place-line")).to_contain_text("53.9")
    lesson = service.call_as(None, "GET", "/v1/schedule/next?group=310101")["lessons"][0]
    row = page.locator(".row").filter(has_text=lesson["start"])
    expect(row).to_contain_text(lesson.get("subjectName") or lesson["subject"])
    expect(row).to_contain_text(lesson["rooms"][0])
    expect(page.get_by_role("img", name="The day around a circle")).to_be_visible()


def test_today_asks_for_a_group_until_the_question_is_dismissed(visit, engine):
    page = visit("/")
    question = page.get_by_role("link", name="Choose your group")
    page.get_by_role("button", name="I don’t need a timetable").click()
    expect(question).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="News")).to_be_visible()
    expect(question).to_have_count(0)


@pytest.mark.differs
def test_today_asks_for_a_city_where_the_device_does_not_tell_its_position(visit, engine):
    page = visit("/", located=False)
    page.get_by_role("button", name="Choose a city").click()
    page.get_by_role("searchbox", name="City").fill("Grod")
    page.get_by_role("button", name="Grodno").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Grodno")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Grodno")


def test_weather_is_walked_by_arrow_keys(visit, engine):
    page = visit("/weather")
    hours = page.get_by_role("group", name="Hours")
    hours.press("ArrowRight")
    expect(page.locator(".readout")).to_contain_text("°")
    first = page.locator(".readout").inner_text()
    hours.press("ArrowRight")
    expect(page.locator(".readout")).not_to_have_text(first)
    expect(page.locator(".readout")).to_contain_text("°")
    hours.press("Home")
    expect(page.locator(".readout")).to_have_text(first)


@pytest.mark.parametrize("reduced_motion, behavior", [(True, "instant"), (False, "smooth")])
def test_weather_is_scrolled_without_motion_where_people_want_none(visit, reduced_motion, behavior, engine):
    page = visit("/weather", reduced_motion=reduced_motion)
    hours = page.get_by_role("group", name="Hours")
    expect(hours).to_be_visible()
    page.evaluate("() => { Element.prototype.scrollTo = (options) => globalThis.scrolled = options.behavior; }")
    hours.press("End")
    expect(page.locator(".readout")).to_contain_text("°")
    assert page.evaluate(FRAMES + ".then(() => globalThis.scrolled)") == behavior


def test_weather_of_another_city_leaves_the_own_place_alone(visit, engine):
    page = visit("/weather")
    page.locator("h1 button").click()
    page.get_by_role("searchbox", name="City").fill("Grod")
    page.get_by_role("button", name="Grodno").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Grodno")
    page.goto(page.url.split("/weather")[0] + "/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Minsk")


def test_weather_shows_a_day_by_the_hour(visit, engine):
    page = visit("/weather")
    page.locator(".day-row").nth(1).click()
    expect(page.locator(".day-hours li")).to_have_count(24)
    expect(page.locator(".day-note")).to_contain_text("UV up to")


def test_weather_in_imperial_units_is_chosen_in_the_account(visit, engine):
    page = visit("/account")
    page.get_by_role("button", name="°F, mph").click()
    page.goto(page.url.replace("/account", "/weather"))
    expect(page.locator(".facts").first).to_contain_text("mph")
    expect(page.locator(".facts").first).to_contain_text("inHg")
    expect(page.locator(".legend")).to_contain_text("°F")


@pytest.mark.worker
@pytest.mark.differs
def test_cities_without_an_account_stay_on_the_device_and_are_shown_without_a_gateway(visit, gateway, engine):
    page = visit("/weather?place=grodno-by@53.69,23.83")
    page.get_by_role("button", name="Grodno among my cities").click()
    expect(page.locator(".cities .saved-row")).to_contain_text("Grodno")
    expect(page.locator(".cities b")).to_contain_text("°")
    expect_worker(page)
    gateway.end()
    page.reload()
    expect(page.locator(".cities b")).to_contain_text("°")


def test_cities_belong_to_the_account(visit, rider, service, engine):
    page = visit("/weather", signed_in_as=rider)
    star = page.get_by_role("button", name="Minsk among my cities")
    star.click()
    expect(page.locator(".cities .saved-row")).to_contain_text("Minsk")
    assert len(service.call_as(rider, "GET", "/v1/cities")["items"]) == 1
    star.click()
    expect(page.locator(".cities")).to_have_count(0)
    assert service.call_as(rider, "GET", "/v1/cities")["items"] == []


def test_cities_and_look_ups_of_another_device_appear_at_once(visit, rider, service, engine):
    page = visit("/weather", signed_in_as=rider)
    expect(page.get_by_role("button", name="Minsk among my cities")).to_be_visible()
    service.call_as(rider, "POST", "/v1/cities", {"placeId": "brest-by@52.1,23.69"})
    expect(page.locator(".cities .saved-row")).to_contain_text("Brest")
    service.call_as(rider, "POST", "/v1/history", {"latitude": 52.1, "longitude": 23.69, "label": "Home"})
    expect(page.locator(".saved .saved-row")).to_contain_text("Home")


@pytest.mark.parametrize("path", ["/news", "/"])
def test_news_of_yesterday_leave_the_open_page_at_midnight(visit, path, engine):
    page = visit(path)
    expect(page.locator(".news time").first).to_be_visible()
    page.route("**/v1/**", lambda route: route.abort())
    pass_time(page, page.evaluate(UNTIL_MIDNIGHT) + 1)
    # The clock looks at the time when the page is looked at again.
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".news time")).to_have_count(0)


@pytest.mark.worker
@pytest.mark.differs
def test_news_of_yesterday_are_not_shown_from_the_store(visit, engine):
    page = visit("/news")
    expect(page.locator(".news time").first).to_be_visible()
    page.route("**/v1/**", lambda route: route.abort())
    seconds = page.evaluate(UNTIL_MIDNIGHT) + 1
    page.goto(page.url.replace("/news", "/about"))
    pass_time(page, seconds)
    page.evaluate("() => { history.pushState({}, '', '/news'); dispatchEvent(new PopStateEvent('popstate')) }")
    expect(page.get_by_role("button", name="Try now")).to_be_visible()
    expect(page.locator(".news time")).to_have_count(0)


@pytest.mark.worker
@pytest.mark.differs
def test_history_keeps_what_is_saved_without_a_gateway_and_sends_it_later(visit, rider, service, gateway, engine):
    page = visit("/weather", signed_in_as=rider)
    expect(page.locator(".day-row").first).to_be_visible()
    expect_worker(page)
    gateway.end()
    page.get_by_role("button", name="Save this place").click()
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_text("Waiting for a connection")).to_be_visible()
    gateway.start()
    assert service.call_as(rider, "GET", "/v1/history")["items"] == []
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(page.get_by_text("Waiting for a connection")).to_have_count(0)
    expect(page.locator("a.history-row")).to_have_count(1)
    assert len(service.call_as(rider, "GET", "/v1/history")["items"]) == 1


@pytest.mark.worker
@pytest.mark.differs
def test_history_is_kept_where_only_today_was_opened(visit, rider, gateway, engine):
    page = visit("/", signed_in_as=rider)
    expect_worker(page)
    with page.expect_response(lambda response: response.request.method == "GET" and "/v1/history" in response.url):
        page.get_by_role("button", name="Save this place").click()
    gateway.end()
    page.goto(page.url + "history")
    expect(page.locator("a.history-row")).to_have_count(1)


@pytest.mark.worker
@pytest.mark.differs
def test_weather_that_was_kept_for_days_shows_none_of_the_past(visit, gateway, engine):
    page = visit("/weather?latitude=53.9&longitude=27.5667")
    expect(page.locator(".day-row").first).to_contain_text("today")
    expect_worker(page)
    days = page.locator(".day-row").count()
    gateway.end()
    pass_time(page, 2 * 86_400)
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".day-row")).to_have_count(days - 2)
    expect(page.locator(".day-row").first).to_contain_text("today")
    expect(page.locator(".section-head .aged")).to_contain_text("25 November")


@pytest.mark.worker
@pytest.mark.differs
def test_history_is_read_in_full_without_a_gateway(visit, rider, service, gateway, engine):
    service.call_as(rider, "POST", "/v1/history", {"latitude": 53.9045, "longitude": 27.5615, "label": "Home"})
    page = visit("/history", signed_in_as=rider)
    expect(page.locator("a.history-row")).to_have_count(1)
    expect_worker(page)
    gateway.end()
    page.reload()
    page.locator("a.history-row").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Home")
    expect(page.locator(".facts").first).to_contain_text("Pressure")


def test_history_asks_before_it_removes(visit, rider, service, engine):
    service.call_as(rider, "POST", "/v1/history", {"latitude": 53.9045, "longitude": 27.5615, "label": "Home"})
    page = visit("/history", signed_in_as=rider)
    page.get_by_role("button", name="Clear all").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("a.history-row")).to_have_count(1)
    page.get_by_role("button", name="Clear all").click()
    page.get_by_role("dialog").get_by_role("button", name="Clear all").click()
    expect(page.get_by_role("heading", name="Nothing saved yet")).to_be_visible()
    assert service.call_as(rider, "GET", "/v1/history")["items"] == []
