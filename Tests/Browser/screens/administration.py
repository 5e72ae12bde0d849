"""The screens of administrators, and the copy of a person's data."""

from screens import Screen


def appealed(service, account):
    """Appeals, once."""
    if not service.call_as(account, "GET", "/v1/access/appeals")["items"]:
        service.call_as(None, "POST", "/v1/access/appeals", {
            "name": "guide@museum.mil.by", "text": "I guide visitors through the museum, and never served."})


def examined(service, account):
    """Makes an account that nobody else uses, and returns its id."""
    return service.account("examined").user["id"]


def begin_rule(page):
    page.locator("main .actions button").first.click()
    page.locator("dialog[open] input").wait_for()


def begin_decision(page):
    page.locator(".rows .item button").first.click()
    page.locator("dialog[open] textarea").wait_for()


def begin_lock(page):
    page.locator("main .button.dangerous").click()
    page.locator("dialog[open] textarea").wait_for()


SCREENS = [
    Screen("access-rules", "/access", who="admin", ready=".rows .item"),
    Screen("access-rule", "/access", who="admin", ready=".rows .item", act=begin_rule),
    Screen("access-appeals", "/access?tab=appeals", who="admin", ready=".rows .item", prepare=appealed),
    Screen("access-decision", "/access?tab=appeals", who="admin", ready=".rows .item", prepare=appealed,
           act=begin_decision),
    Screen("accounts", "/accounts?text=admin@", who="admin", ready=".rows .item"),
    Screen("accounts-one", "/accounts/{}", who="admin", ready=".rows .item", prepare=examined),
    Screen("accounts-lock", "/accounts/{}", who="admin", ready=".rows .item", prepare=examined, act=begin_lock),
    Screen("export", "/account/export", who="rider"),
]
