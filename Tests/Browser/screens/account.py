"""Signing in, registering, and the account."""

import secrets
from datetime import datetime

from screens import Screen, answering, opening

TIMES = {"signedInAt": "2026-11-23T09:00:00Z", "lastSeenAt": "2026-11-25T07:00:00Z",
         "expiresAt": "2026-12-25T07:00:00Z"}
#: What the server answers an account with two sessions: tests begin many.
SESSIONS = {"items": [
    {"id": "1", "device": "Chrome, Linux", "network": "192.0.2.1", "isCurrent": True} | TIMES,
    {"id": "2", "device": "Safari, iPhone", "isCurrent": False} | TIMES]}


def roles(service, account):
    """Makes the account that holds the role."""
    service.account("staff")


def request_code(page):
    """Requests a code for a number that nobody has, and stops the clock when 42 seconds of the pause are left."""
    page.locator("main input").fill(f"+37529{secrets.randbelow(10**7):07}")
    with page.expect_response("**/v1/phone/codes") as response:
        page.locator("form [type=submit]").click()
    again = datetime.fromisoformat(response.value.json()["resendAt"])
    page.evaluate("now => { Date.now = () => now; }", again.timestamp() * 1_000 - 42_000)
    page.locator(".resend", has_text="42").wait_for()


def enter_wrong_code(page):
    request_code(page)
    page.locator(".six input").fill("000000")
    page.locator(".six.bad").wait_for()


def enter_password(page):
    """Signs in; an account of the test demands a second factor, since no act knows a password."""
    demand = {"status": 403, "reason": "second-factor-required", "details": {"signInToken": "none"}}
    page.route("**/v1/sessions", lambda route: route.fulfill(status=403, json=demand))
    for name, value in [("email", "ada@example.org"), ("password", "a-long-pass-phrase-7")]:
        page.locator(f"main input[name={name}]").fill(value)
    page.locator("form [type=submit]").click()
    page.locator("input[name=code]").wait_for()


SCREENS = [
    Screen("sign-in-phone", "/sign-in", ready="main input"),
    Screen("sign-in-email", "/sign-in?way=email", ready="main input"),
    Screen("sign-in-code-wrong", "/sign-in", ready="main input", act=enter_wrong_code),
    Screen("sign-in-factor", "/sign-in?way=email", ready="main input", act=enter_password),
    Screen("register-phone", "/sign-in?mode=register", ready="main input"),
    Screen("register-email", "/sign-in?mode=register&way=email", ready="main input"),
    Screen("reset", "/sign-in?mode=reset", ready="main input"),
    Screen("account", "/account", who="rider"),
    Screen("account-guest", "/account"),
    Screen("account-profile", "/account", who="rider", act=opening(".details button >> nth=0")),
    Screen("account-email", "/account", who="rider", act=opening(".details button >> nth=3")),
    Screen("account-phone", "/account", who="rider", act=opening(".details button >> nth=2")),
    Screen("account-end", "/account", who="rider", act=opening("main .actions button")),
    Screen("password", "/account/password", who="rider"),
    Screen("factors", "/account/factors", who="rider", ready="main .button"),
    Screen("sessions", "/account/sessions", who="rider", ready=".rows .item",
           act=answering("**/v1/me/sessions", SESSIONS, ".rows button")),
    Screen("deletion", "/account/deletion", who="rider"),
    Screen("roles", "/roles", who="admin", ready=".rows .item", prepare=roles),
    Screen("about", "/about"),
]
