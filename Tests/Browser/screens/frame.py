"""The screen for unknown addresses, and the offer of a new version."""

from screens import Screen

#: A worker of the next version that waits, in place of the browser's: the matrix goes without workers.
WAITING = """() => {
    const target = { addEventListener() {}, removeEventListener() {} };
    const registration = { ...target, installing: null, waiting: { postMessage() {} }, update: async () => {} };
    const workers = { ...target, controller: {}, ready: new Promise(() => {}), register: async () => registration };
    Object.defineProperty(navigator, "serviceWorker", { value: workers });
}"""


def offer_version(page):
    page.add_init_script(f"({WAITING})()")
    page.reload()
    page.locator(".new-version").wait_for()


SCREENS = [
    Screen("version", "/about", act=offer_version),
    Screen("lost", "/no-such-screen", ready="main", is_kept=False),
]
