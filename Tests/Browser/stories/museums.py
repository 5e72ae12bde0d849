"""Finding a museum: by its name, near the person, on the map, and again without a network."""

import re

import pytest
from playwright.sync_api import expect

from checks import expect_worker
from engines import DESK, Size
from pages.museums import COLOURS, Museums

KUPALA = re.compile("^Yanka Kupala State Literary Museum")
#: A picture of one pixel.
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63606060f80f0001040100"
    "5fe5c34b0000000049454e44ae426082")


def museums(visit, path="/museums", **options):
    found = Museums(visit(path, signed_in_as="rider", **options))
    found.expect_list()
    return found


def test_museums_typed_with_an_error_are_open_in_three_taps(visit, engine):
    page = visit("/", signed_in_as="rider")
    page.get_by_role("navigation").get_by_role("link", name="Museums").click()
    shown = Museums(page)
    shown.field.click()
    page.keyboard.type("Kupola")
    shown.suggestion(KUPALA).click()
    expect(page.get_by_role("heading", level=1, name=KUPALA)).to_be_visible()


@pytest.mark.differs
def test_museums_are_found_by_keyboard_alone(visit, engine):
    shown = museums(visit)
    shown.field.focus()
    shown.page.keyboard.type("mir castle")
    # The first one, once the list is for all the words.
    expect(shown.page.get_by_role("option").first).to_have_text(re.compile("^Mir Castle"))
    shown.page.keyboard.press("ArrowDown")
    shown.page.keyboard.press("Enter")
    expect(shown.page).to_have_url(re.compile("/museums/by-mir-castle$"))


def test_museums_come_nearest_first_and_by_subject(visit, engine):
    shown = museums(visit)
    expect(shown.heading).to_have_text("283 museums")
    shown.page.get_by_role("button", name="Castles and palaces").click()
    expect(shown.page).to_have_url(re.compile(r"\?category=castle$"))
    expect(shown.heading).to_have_text("21 museums")
    expect(shown.names.first).to_have_text("Loshitsa Manor Museum")
    shown.page.get_by_label("Order").select_option("Best known")
    expect(shown.names.first).not_to_have_text("Loshitsa Manor Museum")


@pytest.mark.differs
def test_museums_view_map_shows_pins_and_back_to_main_returns(visit, engine):
    shown = museums(visit)
    shown.page.get_by_role("button", name="View map").click()
    expect(shown.pins.first).to_be_visible()
    expect(shown.page).to_have_url(re.compile("view=map"))
    shown.page.get_by_role("button", name="Back to main").click()
    expect(shown.pins).to_have_count(0)
    expect(shown.page).to_have_url(re.compile("/museums$"))
    shown.expect_list()


@pytest.mark.only("chromium")
def test_museums_map_is_left_just_after_the_window_has_changed(visit, engine):
    # A failure in the page's script fails the story.
    shown = museums(visit, "/museums?view=map", size=DESK)
    expect(shown.pins.first).to_be_visible()
    page = shown.page
    # Leaflet announces the change after 200 ms; the person goes on two frames after it.
    page.evaluate("""() => addEventListener("resize", () => requestAnimationFrame(() => requestAnimationFrame(() => {
        window.leftAt = performance.now();
        document.querySelector("nav a[href='/timetable']").click();
    })))""")
    page.set_viewport_size({"width": DESK.width, "height": DESK.height - 40})
    expect(page).to_have_url(re.compile("/timetable$"))
    expect(shown.pins).to_have_count(0)
    page.wait_for_function("() => performance.now() > window.leftAt + 300")


def test_museums_on_the_map_of_the_world_are_all_there(visit, service, engine):
    total = service.call_as(service.account("rider"), "GET", "/v1/museums?limit=1")["total"]
    shown = museums(visit, size=Size(1920, 1080), located=False, reduced_motion=True)
    expect(shown.clusters.first).to_be_visible()
    farther = shown.page.get_by_role("button", name="Zoom out")
    while farther.get_attribute("aria-disabled") != "true":
        with shown.page.expect_response(re.compile(r"/v1/museums/map\?")) as answer:
            farther.click()
    pins = answer.value.json()
    expect(shown.pins).to_have_count(len(pins["points"]) + len(pins["clusters"]))
    in_clusters = [int(number) for number in shown.clusters.all_inner_texts()]
    assert in_clusters and sum(in_clusters) + shown.pins.count() - len(in_clusters) == total


@pytest.mark.worker
@pytest.mark.differs
def test_museums_on_the_map_have_land_and_water_below_them_without_a_gateway(visit, gateway, engine):
    # The whole country: around the person is nothing but land.
    shown = museums(visit, "/museums?view=map", located=False)
    expect_worker(shown.page)
    # The worker keeps the squares of the map that it has fetched.
    shown.page.reload()
    assert shown.page.evaluate(COLOURS) > 1
    gateway.end()
    shown.page.reload()
    expect(shown.page.locator(".map-base canvas").first).to_be_attached()
    assert shown.page.evaluate(COLOURS) > 1


def test_museums_clusters_open(visit, engine):
    shown = museums(visit, size=DESK)
    cluster = shown.clusters.first
    expect(cluster).to_be_visible()
    name = cluster.get_attribute("aria-label")
    cluster.click()
    expect(shown.page.get_by_role("button", name=name, exact=True).and_(cluster)).to_have_count(0)
    expect(shown.pins.first).to_be_visible()


@pytest.mark.differs
def test_museums_search_this_area_lists_what_the_map_shows(visit, engine):
    shown = museums(visit, size=DESK)
    expect(shown.pins.first).to_be_visible()
    area = shown.page.get_by_role("button", name="Search this area")
    expect(area).to_have_count(0)
    shown.drag_map(60, -80)
    area.click()
    expect(shown.heading).to_have_text(re.compile(r"^\d+\smuseums in this area$"))
    expect(shown.page).to_have_url(re.compile("bbox="))
    shown.page.get_by_role("button", name="In this area").click()
    expect(shown.heading).to_have_text("283 museums")


def test_museums_beside_the_map_lift_their_pin(visit, engine):
    shown = museums(visit, size=DESK)
    expect(shown.pins.first).to_be_visible()
    expect(shown.page.locator(".map-pin[aria-pressed=true]")).to_have_count(0)
    shown.page.locator(".cards a").nth(1).focus()
    lifted = shown.page.locator(".map-pin[aria-pressed=true]")
    expect(lifted).to_have_attribute("aria-label", shown.names.nth(1).inner_text())


@pytest.mark.differs
def test_museums_sheet_has_three_heights_for_the_keyboard(visit, engine):
    shown = museums(visit, "/museums?view=map")
    sheet = shown.page.locator(".list-pane")
    handle = shown.page.get_by_role("button", name="Expand the list")
    handle.focus()
    shown.page.keyboard.press("ArrowDown")
    expect(sheet).to_have_class(re.compile(r"\blow\b"))
    shown.page.keyboard.press("ArrowUp")
    expect(sheet).to_have_class(re.compile(r"\bhalf\b"))
    shown.page.keyboard.press("Enter")
    expect(sheet).to_have_class(re.compile(r"\bfull\b"))
    expect(shown.page.get_by_role("button", name="Collapse the list")).to_be_focused()


def test_museums_are_shown_with_their_age_while_a_call_takes_long(visit, engine):
    shown = museums(visit)
    held = []
    shown.page.route(re.compile(r"/v1/museums\?"), lambda route: held.append(route))
    shown.page.reload()
    expect(shown.names.first).to_be_visible()
    age = shown.page.get_by_role("status").filter(has_text=re.compile(r"^Updated at \d\d:\d\d$"))
    expect(age).to_be_visible()
    for route in held:
        route.continue_()
    shown.page.unroute_all()
    expect(age).to_have_count(0)
    shown.expect_list()


def test_museums_hold_twenty_pictures_after_two_hundred_cards(browser_context, service, rider, engine):
    context = browser_context(signed_in_as=rider)
    page = context.new_page()

    def with_pictures(route):
        # Not through the browser's driver, whose clock is not the instance's: it would refuse the certificate.
        body = service.call_as(rider, "GET", route.request.url.removeprefix(service.address))
        for item in body["items"]:
            # One picture for all: each that is fetched takes a way through the browser's driver.
            item["picture"] = {"url": "/pictures/one.png"}
        route.fulfill(json=body)

    page.route(re.compile(r"/v1/museums\?"), with_pictures)
    page.route(re.compile(r"/pictures/"), lambda route: route.fulfill(body=PIXEL, content_type="image/png"))
    page.goto(service.address + "/museums")
    shown = Museums(page)
    shown.expect_list()
    expect(page.locator(".cards img").first).to_be_visible()
    seen, most = 24, 0
    while seen < 200:
        shown.more.click()
        seen += 24
        expect(shown.names).to_have_count(seen)
        for card in range(seen - 24, seen, 4):
            shown.cards.nth(card).evaluate("card => card.scrollIntoView()")
            expect(shown.cards.nth(card).locator("img")).to_be_visible()
            most = max(most, page.locator(".cards img").count())
    assert 4 < most <= 20
    assert page.locator(".cards svg").count() < 40


def test_museums_show_a_photograph_of_commons_with_its_credit(visit, service, engine, tmp_path):
    museum = "by-nesvizh-palace"
    items, without = tmp_path / "items.csv", tmp_path / "without.csv"
    items.write_text(f"museum,wikidata\n{museum},Q210684\n")
    without.write_text(f"museum,url,width,height,author,licence\n{museum},,,,,\n")
    service.vokol("museums", "fetch-pictures", str(items))
    try:
        page = visit(f"/museums/{museum}", signed_in_as="rider")
        picture = page.locator(".lead img.picture")
        expect(picture).to_be_visible()
        expect(page.locator(".lead .museum-picture svg")).to_have_count(0)
        # Until then the browser may not have chosen among the files.
        expect(picture).not_to_have_js_property("naturalWidth", 0)
        assert "/v1/pictures/" in picture.evaluate("image => image.currentSrc")
        credit = page.locator(".credit").get_by_role("link", name="Photograph: Simulated & drawn, CC BY-SA 4.0")
        expect(credit).to_have_attribute("href", "https://commons.wikimedia.org/wiki/File:Museum_Q210684.png")
    finally:
        service.vokol("museums", "pictures", str(without))


def test_museums_invite_a_guest_to_sign_in_and_come_back(visit, service, rider, engine):
    page = visit("/museums?category=castle")
    page.locator("main").get_by_role("link", name="Sign in").click()
    expect(page).to_have_url(re.compile("/sign-in"))
    assert page.evaluate("() => new URLSearchParams(location.search).get('next')") == "/museums?category=castle"


@pytest.mark.worker
@pytest.mark.differs
def test_museums_are_readable_without_the_server(visit, gateway, engine):
    shown = museums(visit)
    page = shown.page
    expect_worker(page)
    first = shown.names.first.inner_text()
    shown.names.first.click()
    expect(page.get_by_role("heading", level=1, name=first)).to_be_visible()
    expect(page.locator(".description")).to_be_visible()
    gateway.end()
    page.reload()
    expect(page.get_by_role("heading", level=1, name=first)).to_be_visible()
    expect(page.locator(".description")).to_be_visible()
    page.get_by_role("navigation").get_by_role("link", name="Museums").click()
    expect(shown.names.first).to_have_text(first)


@pytest.mark.differs
def test_museums_list_is_where_it_was_after_coming_back(visit, engine):
    shown = museums(visit)
    shown.more.click()
    expect(shown.names).to_have_count(48)
    card = shown.names.nth(40)
    card.scroll_into_view_if_needed()
    before = shown.page.evaluate("() => scrollY")
    card.click()
    expect(shown.page.locator(".museum h1")).to_be_visible()
    shown.page.go_back()
    expect(shown.names).to_have_count(48)
    expect(card).to_be_in_viewport()
    assert abs(shown.page.evaluate("() => scrollY") - before) < 200
