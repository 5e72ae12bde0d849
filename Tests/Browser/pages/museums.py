"""The museums, as a person uses them."""

from playwright.sync_api import expect

#: Returns the number of colours on the canvases of the base map, once there are several.
COLOURS = """async () => {
    const count = () => {
        const found = new Set();
        for (const canvas of document.querySelectorAll(".map-base canvas")) {
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            new Uint32Array(data.buffer).forEach((colour) => found.add(colour));
        }
        return found.size;
    };
    for (let turn = 0; count() < 2 && turn < 100; turn++) await new Promise((resolve) => setTimeout(resolve, 50));
    return count();
}"""


class Museums:
    def __init__(self, page):
        self.page = page
        self.field = page.get_by_role("combobox", name="Find a museum")
        self.heading = page.locator("main h1")
        self.cards = page.locator(".cards li")
        self.names = page.locator(".cards h2")
        self.pins = page.locator(".map-pin")
        self.clusters = page.locator(".map-pin:not([data-museum])")
        self.more = page.get_by_role("button", name="Show more")

    def expect_list(self):
        expect(self.names.first).to_be_visible()

    def open_filters(self):
        self.page.get_by_role("button", name="Filters").click()

    def suggestion(self, name):
        return self.page.get_by_role("option", name=name)

    def drag_map(self, right, down):
        box = self.page.locator(".map").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.7
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + right / 2, y + down / 2)
        self.page.mouse.move(x + right, y + down)
        # The map glides on if it was moved within the last 50 ms before it is let go.
        self.page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
        self.page.mouse.up()
