"""Signing in, registering, and the account."""

from screens import Screen, answering

TIMES = {"signedInAt": "2026-11-23T09:00:00Z", "lastSeenAt": "2026-11-25T07:00:00Z",
         "expiresAt": "2026-12-25T07:00:00Z"}
#: What the server answers an account with two sessions: tests begin many.
SESSIONS = {"items": [
    {"id": "1", "device": "Chrome, Linux", "network": "192.0.2.1", "isCurrent": True} | TIMES,
    {"id": "2", "device": "Safari, iPhone", "isCurrent": False} | TIMES]}


def roles(service, account):
    """Makes the account that holds the role."""
    service.account("staff")


SCREENS = [
    Screen("sign-in-phone", "/sign-in", ready="main input"),
    Screen("sign-in-email", "/sign-in?way=email", ready="main input"),
    Screen("register-phone", "/sign-in?mode=register", ready="main input"),
    Screen("register-email", "/sign-in?mode=register&way=email", ready="main input"),
    Screen("reset", "/sign-in?mode=reset", ready="main input"),
    Screen("account", "/account", who="rider"),
    Screen("account-guest", "/account"),
    Screen("password", "/account/password", who="rider"),
    Screen("factors", "/account/factors", who="rider", ready="main .button"),
    Screen("sessions", "/account/sessions", who="rider", ready=".rows .item",
           act=answering("**/v1/me/sessions", SESSIONS, ".rows button")),
    Screen("deletion", "/account/deletion", who="rider"),
    Screen("roles", "/roles", who="admin", ready=".rows .item", prepare=roles),
    Screen("about", "/about"),
]
