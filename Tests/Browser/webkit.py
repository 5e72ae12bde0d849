"""A short story in WebKitGTK, the engine that is closest to Safari's: the client starts, makes calls, and navigates."""

import contextlib
import glob
import json
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

from axe_playwright_python.base import AXE_SCRIPT
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service as Driver

from checks import TAGS
from running import parser, running

BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
AXE = """
const done = arguments[arguments.length - 1];
axe.run(document, { runOnly: { type: "tag", values: arguments[0] }, resultTypes: ["violations"] })
  .then((found) => done(found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))));
"""


def main():
    options = parser(__doc__)
    chosen, _ = options.parse_known_args()
    driver = shutil.which("WebKitWebDriver")
    if not driver or not shutil.which("Xvfb"):
        sys.exit("webkit: WebKitWebDriver or Xvfb is missing; `deploy/prepare test` installs them")
    with running(chosen) as service, _display() as display, _browser(driver, display) as browser:
        for step in [_starts, _comes_over_http2, _goes_to_a_section, _signs_in_by_cookie, _has_a_worker,
                     _is_accessible]:
            step(browser, service)
            print(f"ok    webkit: {step.__doc__}", flush=True)
    print("webkit: passed")


def _starts(browser, service):
    """the first screen stands"""
    browser.get(service.address + "/")
    _wait(browser, lambda: browser.find_element(By.CSS_SELECTOR, "nav a[aria-current=page]"))


def _comes_over_http2(browser, service):
    """the page comes over HTTP/2"""
    protocol = browser.execute_script("return performance.getEntriesByType('navigation')[0].nextHopProtocol")
    assert protocol == "h2", protocol


def _goes_to_a_section(browser, service):
    """a section opens without a new page, and Back returns"""
    browser.execute_script("globalThis.isSame = true")
    browser.find_element(By.CSS_SELECTOR, 'nav a[href="/museums"]').click()
    _wait(browser, lambda: _path(browser) == "/museums")
    browser.back()
    _wait(browser, lambda: _path(browser) == "/")
    assert browser.execute_script("return globalThis.isSame === true"), "the page was loaded anew"


def _signs_in_by_cookie(browser, service):
    """the session cookie is sent to the refresh, and no script reads it"""
    cookie, user = service.session_cookie(service.account("rider"))
    browser.add_cookie({"name": cookie["name"], "value": cookie["value"], "path": "/", "httpOnly": True,
                        "secure": cookie["secure"], "sameSite": "Strict"})
    browser.execute_script("localStorage.setItem('vokol.account', arguments[0])", json.dumps(user))
    status = browser.execute_async_script("""
        const done = arguments[arguments.length - 1];
        fetch("/v1/sessions/refresh", { method: "POST", body: "{}",
          headers: { "Content-Type": "application/json", "X-Vokol-Session": "cookie" } })
          .then((response) => done(`${response.status} ${document.cookie}`));""")
    assert status == "200 ", status


def _has_a_worker(browser, service):
    """a worker keeps the files"""
    state = browser.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "navigator.serviceWorker.ready.then(({ active }) => done(active ? 'active' : 'none'))")
    assert state == "active", state


def _is_accessible(browser, service):
    """axe finds nothing"""
    browser.get(service.address + "/about")
    _wait(browser, lambda: not browser.find_elements(By.CSS_SELECTOR, "[aria-busy=true]"))
    browser.execute_script(AXE_SCRIPT)
    found = browser.execute_async_script(AXE, TAGS)
    assert not found, "\n".join(found)


def _path(browser):
    return urllib.parse.urlsplit(browser.current_url).path


def _wait(browser, condition):
    WebDriverWait(browser, 20, poll_frequency=0.05).until(lambda _: condition())


@contextlib.contextmanager
def _display():
    """Runs a display of its own; the display says its number once it is ready."""
    process = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        yield f":{process.stdout.readline().strip()}"
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def _browser(driver, display):
    with tempfile.TemporaryDirectory(prefix="vokol-webkit-") as home:
        options = Options()
        options.binary_location = sorted(glob.glob(BROWSERS))[-1]
        options.add_argument("--automation")
        options.set_capability("acceptInsecureCerts", True)
        # A home of its own, so that nothing of another run is kept.
        environment = {"DISPLAY": display, "HOME": home, "XDG_RUNTIME_DIR": home, "LIBGL_ALWAYS_SOFTWARE": "1",
                       "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        browser = webdriver.WebKitGTK(options=options, service=Driver(driver, env=environment))
        browser.set_script_timeout(20)
        try:
            yield browser
        finally:
            browser.quit()


if __name__ == "__main__":
    main()
