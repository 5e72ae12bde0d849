"""The timetable: chosen once, kept without a network, with working links. It is Wednesday, 25 November, 10:46."""

from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from checks import expect_worker
from pages.timetable import TimetablePage
from screens.timetable import FREE_ROOMS, GROUP


@pytest.fixture
def opened(visit):
    """Opens the timetable: `opened("/timetable", settings=GROUP)`."""
    return lambda path="/timetable", **options: TimetablePage(visit(path, **options))


def exam(day, subject):
    return {"kind": "exam", "type": "exam", "typeName": "Exam", "subject": subject, "date": day, "start": "09:00",
            "end": "13:00", "weeks": [], "rooms": ["405-5 к."], "lecturers": [], "groups": ["310101"],
            "isInactive": False}


@pytest.mark.differs
def test_timetable_is_chosen_once(opened, engine):
    timetable = opened()
    timetable.search("310101")
    timetable.choose("310101")
    expect(timetable.now).to_contain_text("СиФО, lecture")
    timetable.page.reload()
    expect(timetable.now).to_contain_text("СиФО, lecture")
    expect(timetable.now).to_contain_text("12:00")
    expect(timetable.now.get_by_text("minutes left")).to_be_attached()


@pytest.mark.worker
@pytest.mark.differs
def test_timetable_is_there_without_a_gateway(opened, gateway, engine):
    timetable = opened(settings=GROUP)
    expect(timetable.now).to_be_visible()
    expect_worker(timetable.page)
    gateway.end()
    timetable.page.reload()
    expect(timetable.now).to_contain_text("СиФО, lecture")
    expect(timetable.page.get_by_text("No connection")).to_be_visible()
    # Days that were never opened before.
    timetable.option("Week", "2").click()
    timetable.tab("Monday, 30 November").click()
    expect(timetable.lessons.first).to_contain_text("ТЭЦ")


@pytest.mark.differs
def test_timetable_days_are_walked_by_keys_into_the_next_week(opened, engine):
    timetable = opened(settings=GROUP)
    timetable.tab("Wednesday, 25 November").focus()
    timetable.page.keyboard.press("End")
    expect(timetable.tab("Sunday, 29 November")).to_be_focused()
    expect(timetable.day).to_contain_text("No lessons on this day")
    expect(timetable.day.get_by_role("heading")).to_contain_text("Monday, 30 November")
    timetable.page.keyboard.press("ArrowRight")
    expect(timetable.tab("Monday, 30 November")).to_be_focused()
    expect(timetable.option("Week", "2")).to_have_attribute("aria-pressed", "true")


def test_timetable_subgroup_leaves_out_the_other_and_is_kept(opened, engine):
    timetable = opened("/timetable?day=2026-11-24", settings=GROUP)
    expect(timetable.day.get_by_text("subgroup 1")).to_have_count(1)
    timetable.option("Subgroup", "2").click()
    expect(timetable.day.get_by_text("subgroup 1")).to_have_count(0)
    expect(timetable.day.get_by_text("subgroup 2")).to_have_count(1)
    timetable.page.reload()
    expect(timetable.option("Subgroup", "2")).to_have_attribute("aria-pressed", "true")


def test_timetable_of_a_lecturer_leads_back_and_does_not_open_first(opened, engine):
    timetable = opened(settings=GROUP)
    timetable.lessons.first.get_by_role("link", name="Алексеев").click()
    expect(timetable.heading("Алексеев Д. П.")).to_be_visible()
    expect(timetable.lessons.first.get_by_role("link", name="310101")).to_be_visible()
    expect(timetable.page.get_by_text("The timetable that opens first")).to_be_visible()
    timetable.page.get_by_role("navigation").get_by_role("link", name="Timetable").click()
    expect(timetable.heading("310101")).to_be_visible()
    timetable.page.go_back()
    timetable.page.get_by_role("button", name="Open this one first").click()
    timetable.page.get_by_role("navigation").get_by_role("link", name="Timetable").click()
    expect(timetable.heading("Алексеев Д. П.")).to_be_visible()


def test_timetable_room_opens_over_the_lessons(opened, engine):
    timetable = opened(settings=GROUP)
    timetable.lessons.first.get_by_role("link", name="Room 405-5").click()
    room = timetable.page.get_by_role("dialog", name="Room 405-5")
    expect(room).to_contain_text("Building")
    timetable.page.go_back()
    expect(room).not_to_be_attached()
    expect(timetable.lessons.first).to_be_visible()


def test_timetable_tells_that_no_exams_are_set(opened, engine):
    timetable = opened(settings=GROUP)
    timetable.page.get_by_role("link", name="Exams from 29 December").click()
    expect(timetable.page.get_by_role("heading", name="No exams are set yet")).to_be_visible()
    timetable.page.get_by_role("button", name="Back to the days").click()
    expect(timetable.lessons.first).to_be_visible()


@pytest.mark.only("chromium")
def test_timetable_lists_exams_by_day(opened, browser_context, service, engine):
    context = browser_context(settings=GROUP)
    page = context.new_page()
    answer = {"hasTimetable": True, "lessons": [exam("2027-01-05", "СМАТ"), exam("2027-01-09", "МОИ")],
              "fetchedAt": "2026-11-25T07:46:00Z", "isStale": False, "provider": "bsuir", "attribution": "BSUIR"}
    context.route("**/v1/schedule/exams*", lambda route: route.fulfill(json=answer))
    page.goto(service.address + "/timetable?view=exams")
    expect(page.get_by_role("heading", level=2)).to_contain_text(["Exams", "Tuesday, 5 January 2027", "9 January 2027"])
    page.goto(service.address + "/timetable?day=2027-01-05")
    expect(TimetablePage(page).lessons.first).to_contain_text("СМАТ")


def test_timetable_of_an_account_opens_first_on_its_other_devices(opened, rider, engine):
    timetable = opened(signed_in_as=rider)
    timetable.search("310102")
    with timetable.page.expect_response(lambda response: "/favourites" in response.url and response.ok and
                                        response.request.method != "GET"):
        timetable.choose("310102")
    other = opened(signed_in_as=rider)
    expect(other.heading("310102")).to_be_visible()


@pytest.mark.differs
def test_timetable_favourites_of_a_guest_stay_on_the_device(opened, engine):
    timetable = opened(settings=GROUP)
    star = timetable.page.get_by_role("button", name="Favourite: 310101")
    star.click()
    expect(star).to_have_attribute("aria-pressed", "true")
    timetable.page.reload()
    timetable.heading("310101").get_by_role("button").click()
    sheet = timetable.page.get_by_role("dialog", name="Whose timetable")
    expect(sheet.get_by_role("heading", name="Favourites")).to_be_visible()


LESSON = {"kind": "lesson", "type": "lecture", "typeName": "Lecture", "subject": "СМАТ", "weekday": 3, "weeks": [1, 3],
          "start": "09:00", "end": "10:20", "rooms": ["405-5 к."], "lecturers": [], "groups": ["310101"],
          "isInactive": False}


@pytest.mark.only("chromium")
def test_timetable_tells_what_changed_since_the_last_look_once(browser_context, service, engine):
    recent = [{"kind": "group", "id": "310101", "name": "310101", "seen": "2026-11-20T06:00:00Z"}]
    context = browser_context(settings=GROUP | {"recentTimetables": recent})
    asked, timetable = [], service.call_as(None, "GET", "/v1/schedule/groups/310101")

    def changed(route):
        route.fulfill(json=timetable | {"changedAt": "2026-11-24T08:00:00Z"})

    def differences(route):
        asked.append(route.request.url)
        route.fulfill(json={
            "since": "2026-11-20T06:00:00Z", "changedAt": "2026-11-24T08:00:00Z", "isComplete": True, "changes": [
                {"kind": "changed", "before": LESSON, "after": LESSON | {"rooms": ["101-1 к."]}},
                {"kind": "removed", "before": LESSON | {"subject": "МОИ"}}],
            "fetchedAt": "2026-11-25T07:40:00Z", "isStale": False, "provider": "bsuir", "attribution": "BSUIR"})

    context.route("**/v1/schedule/groups/310101*", changed)
    context.route("**/v1/schedule/changes*", differences)
    page = context.new_page()
    page.goto(service.address + "/timetable")
    page.get_by_text("2 changes since you last looked").locator("..").get_by_role("button", name="Show").click()
    sheet = page.get_by_role("dialog", name="What has changed")
    row = sheet.get_by_role("listitem").filter(has_text="СМАТ")
    expect(row.get_by_role("deletion")).to_have_text("405-5 к.")
    expect(row.get_by_role("insertion")).to_have_text("101-1 к.")
    expect(row).to_contain_text("Wednesday, weeks 1, 3, 09:00–10:20")
    expect(sheet.get_by_role("listitem").filter(has_text="МОИ")).to_contain_text("cancelled")
    assert "since=2026-11-20T06%3A00%3A00Z" in asked[0] and "group=310101" in asked[0], asked
    sheet.get_by_role("button", name="Close").click()
    expect(page.get_by_text("since you last looked")).not_to_be_attached()
    page.reload()
    expect(TimetablePage(page).lessons.first).to_be_visible()
    expect(page.get_by_text("since you last looked")).not_to_be_attached()


def test_timetable_goes_into_a_calendar_until_its_address_is_revoked(opened, rider, service, engine):
    timetable = opened(settings=GROUP, signed_in_as=rider)
    timetable.page.get_by_role("button", name="Add to your calendar").click()
    sheet = timetable.page.get_by_role("dialog", name="In your calendar")
    sheet.get_by_role("button", name="Create an address for 310101").click()
    address = sheet.get_by_label("Address", exact=True).input_value()
    path = address.removeprefix(service.address)
    assert "BEGIN:VEVENT" in service.text(path)
    row = sheet.get_by_role("listitem").filter(has_text="310101")
    expect(row).to_contain_text("created on 25 November")
    row.get_by_role("button", name="Revoke").click()
    confirmation = timetable.page.get_by_role("dialog", name="Revoke the address?")
    confirmation.get_by_role("button", name="Revoke").click()
    expect(row).not_to_be_attached()
    # The notice is in the sheet: everything below it is inert.
    expect(sheet.get_by_role("status").filter(has_text="revoked")).to_be_visible()
    expect(sheet.get_by_label("Address", exact=True)).to_have_count(0)
    assert service.text(path) is None


def test_timetable_asks_a_guest_to_sign_in_for_a_calendar(opened, engine):
    timetable = opened("/timetable?calendar=1", settings=GROUP)
    sheet = timetable.page.get_by_role("dialog", name="In your calendar")
    expect(sheet.get_by_role("link", name="Sign in")).to_be_visible()


def test_timetable_group_is_found_by_its_faculty(opened, engine):
    timetable = opened()
    timetable.page.get_by_role("button", name="Find a group by faculty").click()
    faculties = timetable.page.locator(".faculties > li > details")
    faculties.first.locator("> summary").click()
    speciality = faculties.first.locator("details.inner").first
    speciality.locator("> summary").click()
    group = speciality.locator(".course button").first
    number = group.inner_text()
    group.click()
    expect(timetable.heading(number)).to_be_visible()


def test_timetable_of_a_room_is_reached_from_a_lesson(opened, strict_service, engine):
    timetable = opened(settings=GROUP, service=strict_service)
    link = timetable.lessons.first.get_by_role("link", name="Room 405-5")
    subject = timetable.lessons.first.locator(".what .strong").first.inner_text()
    # The index follows the timetables that were read.
    strict_service.wait("the room's lessons", lambda: strict_service.call_as(
        None, "GET", "/v1/schedule/rooms/" + quote("405-5 к."))["lessons"])
    link.click()
    timetable.page.get_by_role("link", name="Timetable of this room").click()
    expect(timetable.heading("Room 405-5 к.")).to_be_visible()
    lesson = timetable.lessons.filter(has_text=subject).first
    expect(lesson.get_by_role("link", name="310101")).to_be_visible()
    expect(timetable.page.get_by_text("Some lessons may be missing")).to_be_visible()
    timetable.option("Week", "2").click()
    expect(timetable.tab("Wednesday, 2 December")).to_be_visible()


@pytest.mark.only("chromium")
def test_timetable_of_a_room_follows_the_index(browser_context, strict_service, engine):
    page = browser_context(service=strict_service).new_page()
    with page.expect_response("**/v1/events*"):
        page.goto(strict_service.address + "/timetable/rooms/" + quote("405-5 к."))
    expect(page.get_by_text("Some lessons may be missing")).to_be_visible()
    group = strict_service.call_as(None, "GET", "/v1/schedule/groups?limit=100")["items"][-1]["number"]
    # A timetable that nobody has read yet brings other lessons into the index.
    with page.expect_response("**/v1/schedule/rooms/*"):
        strict_service.call_as(None, "GET", f"/v1/schedule/groups/{group}")


def test_timetable_calls_no_room_free_that_it_does_not_know(opened, engine):
    timetable = opened()
    timetable.page.get_by_role("link", name="Rooms").click()
    expect(timetable.page.get_by_role("heading", name="Free rooms are not known")).to_be_visible()
    timetable.page.get_by_role("searchbox", name="Room number").fill("405")
    timetable.page.get_by_role("link", name="405-5 к.").click()
    expect(timetable.heading("Room 405-5 к.")).to_be_visible()


@pytest.mark.only("chromium")
def test_timetable_lists_free_rooms_of_a_building_and_a_time(browser_context, service, engine):
    context = browser_context()
    asked = []

    def free(route):
        asked.append(route.request.url)
        route.fulfill(json=FREE_ROOMS)

    context.route("**/v1/schedule/free-rooms*", free)
    page = context.new_page()
    page.goto(service.address + "/timetable/rooms")
    expect(page.get_by_role("heading", name="Free now")).to_be_visible()
    expect(page.get_by_role("link", name="405-5 к.")).to_contain_text("until 13:35")
    expect(page.get_by_role("link", name="612а-5 к.")).to_contain_text("until the end of the day")
    expect(page.get_by_text("421 of 423 groups")).to_be_visible()
    page.get_by_role("group", name="Building").get_by_role("button", name="Building 1").click()
    expect(page.get_by_role("link", name="405-5 к.")).to_have_count(0)
    expect(page.get_by_role("link", name="101-1 к.")).to_be_visible()
    page.get_by_label("From", exact=True).fill("13:35")
    expect(page.get_by_role("heading", name="Free at this time")).to_be_visible()
    page.get_by_label("Until", exact=True).fill("15:00")
    page.get_by_role("button", name="Now", exact=True).click()
    expect(page.get_by_role("heading", name="Free now")).to_be_visible()
    assert "from=" not in asked[0] and "date=" not in asked[0], asked
    assert any("from=13%3A35" in one and "to=15%3A00" in one and "date=2026-11-25" in one for one in asked), asked
