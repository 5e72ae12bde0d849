"""Checks that hold on every screen: accessibility, layout, keyboard, and the tree that a screen reader sees."""

import contextlib
import difflib
import os
import re
import time
from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT

from engines import NARROW

HERE = Path(__file__).resolve().parent
ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
#: The rules of WCAG 2.2 at level AA.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
#: Playwright's `evaluate` is not bound by the page's policy; `wait_for_function` is. Hence only the former stands here.
SCRIPTS = {path.stem: path.read_text() for path in (HERE / "scripts").glob("*.js")}


def axe(page):
    """Fails with each violation of WCAG 2.2 AA that axe finds."""
    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(
        "tags => axe.run(document, {runOnly: {type: 'tag', values: tags}, resultTypes: ['violations']})", TAGS)
    lines = [
        f"{violation['id']}: {node['failureSummary'].splitlines()[-1].strip()}\n    {node['html'][:200]}"
        for violation in found["violations"] for node in violation["nodes"]]
    assert not lines, "axe finds:\n" + "\n".join(lines)


def assert_fits(page, seconds=0):
    """Fails if the page scrolls sideways, cuts a text, or has a target smaller than 24 pixels.

    `seconds`: how long the layout may take, on a busy machine, to follow a change of the window or the text size.
    """
    end = time.monotonic() + seconds
    while (faults := page.evaluate(SCRIPTS["fits"])) and time.monotonic() < end:
        page.wait_for_timeout(50)
    assert not faults, "the layout does not fit:\n" + "\n".join(faults)


def assert_reachable(page):
    """Fails if Tab does not reach a control, or if a control that it reaches shows no focus."""
    count = page.evaluate(SCRIPTS["focus"])
    # Each control once; again and more where pins come while a map follows the focus.
    for _ in range(3 * count + 20):
        page.keyboard.press("Tab")
        if page.evaluate("() => globalThis.__focus.note()"):
            break
    faults = page.evaluate("() => globalThis.__focus.faults()")
    assert not faults, "the keyboard does not suffice:\n" + "\n".join(faults)


def enlarge_text(page):
    """Doubles the browser's text size, as its settings do (Chromium only)."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    # Chromium tells the listeners of media queries only when the window changes next.
    size = page.viewport_size
    page.set_viewport_size({"width": size["width"], "height": size["height"] - 1})
    _expect_layout(page)


def aria(page, name, language, root="body"):
    """Compares the tree of a screen with aria/<name>.<language>.yml; UPDATE_SNAPSHOT=1 writes it again.

    Ids are written as ID and numbers as 0, because they differ between runs, as do ages and measurements.
    """
    path = HERE / "aria" / f"{name}.{language}.yml"
    if os.environ.get("UPDATE_SNAPSHOT") == "1":
        path.write_text(_tree(page, root))
        return
    wanted = path.read_text() if path.exists() else ""
    # The layout of another size comes in the next frames.
    end = time.monotonic() + 3
    while (seen := _tree(page, root)) != wanted and wanted and time.monotonic() < end:
        page.wait_for_timeout(50)
    difference = "".join(difflib.unified_diff(
        wanted.splitlines(True), seen.splitlines(True), f"aria/{path.name}", "the screen"))
    assert seen == wanted, f"UPDATE_SNAPSHOT=1 Tests/Browser/run accepts this:\n{difference}"


def _tree(page, root):
    # A word joiner only keeps a line from ending.
    named = ID.sub("ID", page.locator(root).aria_snapshot().replace("\u2060", ""))
    return re.sub(r"(?<!level=)\d+", "0", named) + "\n"


@contextlib.contextmanager
def resized(page, size):
    """Changes the size of the window of Chromium, and with it the pointer, temporarily."""
    before = page.viewport_size
    devices = page.context.new_cdp_session(page)

    def resize(width, height):
        page.set_viewport_size({"width": width, "height": height})
        devices.send("Emulation.setTouchEmulationEnabled", {"enabled": width < NARROW})
        _expect_layout(page)

    resize(size.width, size.height)
    yield
    resize(**before)


def expect_worker(page):
    """Waits until the worker has all files and answers the page, so that it works without a network."""
    state = page.evaluate("""() => Promise.race([
        navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller ? "active" :
            new Promise((resolve) => {
                navigator.serviceWorker.addEventListener("controllerchange", () => resolve("active"));
            })),
        new Promise((resolve) => setTimeout(resolve, 20_000, "none after 20 s")),
    ])""")
    assert state == "active", f"the worker is {state}"


def _expect_layout(page):
    """Waits until a screen has followed a change of the window or the text size."""
    # Media queries tell their listeners in the next frame, and these draw in the one after it.
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect_settled(page)


def expect_settled(page):
    """Waits until a screen has loaded: nothing on it is busy, and no sheet is still rising."""
    from playwright.sync_api import expect
    expect(page.locator("main")).to_be_visible()
    # A row that shows how a screen loads marks what stays busy.
    expect(page.locator("[aria-busy=true]:not([data-stays])")).to_have_count(0)
    page.evaluate("""() => Promise.allSettled([...document.querySelectorAll("dialog")]
        .flatMap((sheet) => sheet.getAnimations()).map((animation) => animation.finished))""")
