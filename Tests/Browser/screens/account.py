"""Signing in, registering, and the account."""

from screens import Screen


def roles(service, account):
    """Makes the account that holds the role."""
    service.account("staff")
    return "/roles"


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
    Screen("roles", roles, who="admin", ready=".rows .item"),
    Screen("about", "/about"),
]
