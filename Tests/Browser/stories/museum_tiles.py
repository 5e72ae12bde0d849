"""The map of museums on the tiles of an operator's server."""

import base64

import pytest
from playwright.sync_api import expect

from pages.museums import COLOURS
from service import TILES

#: A red pixel.
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==")


@pytest.mark.only("chromium")
def test_museums_are_on_an_operators_tiles_and_on_the_built_in_map_where_they_do_not_come(
        browser_context, strict_service, watched, engine):
    watched.expect("tiles.example.org|Failed to load resource")
    context = browser_context(service=strict_service, signed_in_as="rider", located=False)
    context.route(TILES + "/**", lambda route: route.fulfill(body=PICTURE, content_type="image/png"))
    page = context.new_page()
    page.goto(strict_service.address + "/museums?view=map")
    tiles = page.locator("img.leaflet-tile-loaded")
    expect(tiles.first).to_be_visible()
    assert tiles.first.evaluate("(tile) => tile.naturalWidth") == 1
    expect(page.locator(".map-attribution")).to_have_text("© Example Tiles")
    expect(page.locator(".map-pin").first).to_be_visible()
    context.unroute(TILES + "/**")
    context.route(TILES + "/**", lambda route: route.abort())
    page.reload()
    expect(page.locator(".map-pin").first).to_be_visible()
    assert page.evaluate(COLOURS) > 1
    assert not page.evaluate("() => [...document.querySelectorAll('img.leaflet-tile')].some((one) => one.naturalWidth)")
