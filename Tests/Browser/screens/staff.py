"""The screens of the park's staff. It is Wednesday, 25 November, 10:46 in Minsk."""

from pages.park import purchases
from pages.staff import cancel_late, decide, no_show
from screens import Screen

#: A day on which no story books.
DAY = "2026-12-09"


def prepare(service, account):
    """Books a few sets and closes a reverse for a while; returns the id of the first booking."""
    board = service.call_as(account, "GET", f"/v1/board?date={DAY}")
    if board["items"]:
        return board["items"][0]["booking"]["id"]
    made = [
        service.call_as(account, "POST", "/v1/board/bookings", {
            "phone": phone, "name": name, "reverseId": reverse, "startsAt": f"{DAY}T{start}:00Z", "sets": sets,
            "payWith": "on-site", **({"note": note} if note else {})})
        for phone, name, reverse, start, sets, note in [
            ("+375292000001", "Anna Kavalchuk", "big", "07:00", 2, "First time, wetsuit L"),
            ("+375292000002", "Stanislau Vaitsiakhouski", "big", "08:30", 1, None),
            ("+375292000003", "Olga Novikova", "small", "07:30", 4, None),
        ]]
    service.call_as(account, "POST", "/v1/closures", {
        "from": f"{DAY}T10:00:00Z", "to": f"{DAY}T12:00:00Z", "reverseId": "small", "reason": "New cable"})
    return made[0]["booking"]["id"]


def case(service, account):
    """Returns the id of the open case: a customer who has not come to the set in progress at the first call."""
    known = service.call_as(account, "GET", "/v1/board/cases")["items"]
    if not known:
        return no_show(service, "Viktoryia Zhuk", "+375292000004")
    return known[0]["id"]


def decided(service, account):
    """Decides two cases at the first call, and reverses one of the decisions."""
    if not service.call_as(account, "GET", "/v1/board/cases/decided")["items"]:
        spared, charged = [cancel_late(service, name) for name in ["Tatsiana Sidarenka", "Maksim Piatrou"]]
        fee = {"amount": 1000, "currency": "BYN"}
        decide(service, spared, "warning", "Cancelled ten minutes before the start")
        decide(service, charged, "fee", "Third late cancellation this month", fee=fee)
        service.call_as(account, "POST", f"/v1/board/cases/{spared}/reversal", {"reason": "Was ill, called on the way"})


def choose_fee(page):
    """Fills the decision: a fee."""
    page.locator(".sanction input").nth(3).check()
    page.locator(".decision input[inputmode=decimal]").fill("10")
    page.locator(".decision textarea").fill("Did not call")


def sold(service, account):
    purchases(service)


def customer(service, account):
    """Returns the id of the customer of the first booking."""
    prepare(service, account)
    return service.call_as(account, "GET", "/v1/board/customers?query=Kavalchuk")["items"][0]["id"]


def begin_sale(page):
    page.locator(".actions button").first.click()
    page.locator("dialog[open]").wait_for()


def begin_refund(page):
    page.locator(".purchase button").first.click()
    page.locator("dialog[open]").wait_for()


def begin(name):
    """Opens the sheet of an action."""
    def act(page):
        page.locator(".board-begin button").nth(name).click()
        page.locator("dialog[open]").wait_for()
    return act


BOARD = f"/staff?day={DAY}"

SCREENS = [
    Screen("staff-board", BOARD, who="staff", ready=".block", prepare=prepare),
    Screen("staff-booking", BOARD + "&open={}", who="staff", ready=".panel-facts", prepare=prepare),
    Screen("staff-found", f"{BOARD}&digits=2000003", who="staff", ready=".found .block", prepare=prepare),
    Screen("staff-closure", BOARD, who="staff", ready=".block", prepare=prepare, act=begin(0)),
    Screen("staff-walk-in", BOARD, who="staff", ready=".block", prepare=prepare, act=begin(1)),
    Screen("staff-days", f"/staff/days?from={DAY}", who="staff", ready=".occupancy", prepare=prepare),
    Screen("staff-others", "/staff", who="rider", ready=".empty"),
    Screen("staff-cases", "/staff/cases", who="admin", ready=".case", prepare=case),
    Screen("staff-decision", "/staff/cases?case={}", who="admin", ready=".decision", prepare=case, act=choose_fee),
    Screen("staff-decided", "/staff/cases?tab=decided", who="admin", ready=".decided", prepare=decided),
    Screen("staff-customers", "/staff/customers?name=Kavalchuk", who="staff", ready=".rows a", prepare=prepare),
    Screen("staff-customer", "/staff/customers/{}", who="staff", ready=".panel-facts", prepare=customer),
    Screen("staff-sale", "/staff/customers/{}", who="staff", ready=".panel-facts", prepare=customer, act=begin_sale),
    Screen("staff-payments", "/staff/payments", who="admin", ready=".purchase button", prepare=sold),
    Screen("staff-refund", "/staff/payments", who="admin", ready=".purchase button", prepare=sold, act=begin_refund),
    Screen("staff-hours", "/staff/park", who="admin", ready=".settings-day"),
    Screen("staff-special", "/staff/park?part=special", who="admin", ready=".settings-note"),
    Screen("staff-report", f"/staff/report?from={DAY}&days=1", who="admin", ready="table", prepare=prepare),
    Screen("staff-prices", "/staff/park?part=prices", who="admin", ready=".settings-card"),
    Screen("staff-texts", "/staff/park?part=texts", who="admin", ready=".written"),
]
