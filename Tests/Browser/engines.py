"""The browsers: Debian's Chromium and Firefox, driven by one Playwright, and how they trust an instance."""

import base64
import hashlib
import json
import os
import shutil
import ssl
import subprocess
import urllib.parse
from dataclasses import dataclass

#: The browsers of the tests; WebKit has a driver of its own, in webkit.py.
ENGINES = ["chromium", "firefox"]
PROGRAMS = {"chromium": "chromium-headless-shell", "firefox": "firefox-esr"}

#: Gives a page the instance's calendar and reports what its policy refuses. The clock runs on; timers stay as they are.
OPENING = """
(() => {
  let offset = %d * 1000;
  const Real = Date;
  globalThis.Date = class Date extends Real {
    constructor(...given) {
      if (given.length) super(...given);
      else super(Real.now() + offset);
    }
    static now() { return Real.now() + offset; }
  };
  globalThis.__pass = (seconds) => { offset += seconds * 1000; };
  addEventListener("securitypolicyviolation", (event) => {
    console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
  });
})();
"""


#: Stores items before the first page of a context looks at them, as a cookie tells; Playwright's `storage_state` opens
#: another page for them, which takes Firefox as long as the page itself.
STORING = """
(() => {
  if (location.origin !== %s || !/(^|; )unstored=/.test(document.cookie)) return;
  document.cookie = "unstored=; Path=/; Max-Age=0";
  for (const [name, value] of Object.entries(%s)) localStorage.setItem(name, value);
})();
"""


@dataclass(frozen=True)
class Size:
    """A size of the window, in CSS pixels."""

    width: int
    height: int

    def __str__(self):
        return f"{self.width}x{self.height}"


#: The sizes of the matrix, from the smallest phone to a wide monitor; the fourth is the park's desk.
SIZES = [Size(320, 568), Size(390, 844), Size(768, 1024), Size(960, 640), Size(1440, 900)]
PHONE, DESK = SIZES[1], SIZES[3]
#: Narrower windows are those of phones, with fingers as pointers.
NARROW = 720
LANGUAGES = ["en", "ru", "be"]
LOCALES = {"en": "en-GB", "ru": "ru-BY", "be": "be-BY"}


def missing():
    """Returns the browsers that this machine lacks."""
    return [name for name in PROGRAMS.values() if not shutil.which(name)]


def launch(playwright, engine, service, reduced_motion=False):
    """Starts a browser that trusts the instance."""
    if engine == "chromium":
        # `ignore_https_errors` lets pages through, but no service worker; a trusted key lets both.
        trust = [f"--ignore-certificate-errors-spki-list={_key_of(service)}"] if _is_secure(service) else []
        return playwright.chromium.launch(
            executable_path=shutil.which(PROGRAMS["chromium"]),
            args=["--no-sandbox", "--force-color-profile=srgb", "--font-render-hinting=none", *trust])
    # Firefox cannot emulate these over BiDi.
    preferences = {"ui.prefersReducedMotion": int(reduced_motion)}
    return playwright.firefox.launch(
        channel="moz-firefox", executable_path=shutil.which("firefox-esr"), firefox_user_prefs=preferences)


def new_context(browser, service, *, language="en", size=PHONE, theme="light", signed_in_as=None, settings=None,
                located=True, reduced_motion=False, offset=None, **more):
    """Opens a context: a person with a language, a window, a theme and perhaps a session.

    `settings` are choices of the device, as core/settings.js keeps them; `offset` is that of its clock, the instance's by
    default. `more` goes to Playwright.
    """
    engine = browser.browser_type.name
    options = {"locale": LOCALES[language], "timezone_id": "Europe/Minsk", "geolocation": _place(located),
               "viewport": {"width": size.width, "height": size.height}}
    if engine == "chromium":
        options |= {"color_scheme": theme, "reduced_motion": "reduce" if reduced_motion else "no-preference",
                    "has_touch": size.width < NARROW}
    elif theme != "light":
        settings = {"theme": theme} | (settings or {})
    if located:
        options["permissions"] = ["geolocation"]
    if engine == "firefox" and _is_secure(service):
        options["ignore_https_errors"] = True
    stored, cookies = {}, []
    if settings:
        stored["vokol.settings"] = json.dumps(settings)
    if signed_in_as:
        cookie, user = service.session_cookie(signed_in_as)
        cookies.append(cookie)
        stored["vokol.account"] = json.dumps(user)
    if stored:
        cookies.append({"name": "unstored", "value": "1", "url": service.address + "/", "secure": _is_secure(service)})
    context = browser.new_context(**(options | more))
    if stored:
        context.add_cookies(cookies)
        context.add_init_script(STORING % (json.dumps(service.address), json.dumps(stored)))
    context.set_default_timeout(10_000)
    context.add_init_script(OPENING % (service.offset if offset is None else offset))
    return context


def pass_time(page, seconds):
    """Moves the clock of a page, but not its timers. `service.pass_time` moves that of an instance."""
    page.evaluate("seconds => globalThis.__pass(seconds)", seconds)


def _place(located):
    from service import MINSK
    return (MINSK if located is True else located) or None


def _is_secure(service):
    return service.address.startswith("https:")


def _key_of(service):
    """Returns the hash of the public key of the instance's certificate, as Chromium's option takes it."""
    port = urllib.parse.urlsplit(service.address).port
    certificate = ssl.get_server_certificate(("localhost", port))
    key = subprocess.run(["openssl", "x509", "-pubkey", "-noout"], input=certificate.encode(), capture_output=True,
                         check=True, env=os.environ).stdout
    der = subprocess.run(["openssl", "pkey", "-pubin", "-outform", "der"], input=key, capture_output=True,
                         check=True).stdout
    return base64.b64encode(hashlib.sha256(der).digest()).decode()
