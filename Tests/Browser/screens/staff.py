"""The screens of the park's staff. It is Wednesday, 25 November, 10:46 in Minsk."""

import json

from pages.park import purchases
from pages.staff import decided_cases, no_show
from screens import Screen, answer_of, instant, opening

#: A day on which no story books, and the current one.
DAY, TODAY = "2026-12-09", "2026-11-25"


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
    decided_cases(service)


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


def in_progress(board, now):
    """Changes a board of bookings to come as if the first ones had begun."""
    arrived, running, later = board["items"]
    missed, paid = [json.loads(json.dumps(arrived).replace(arrived["booking"]["id"], id)) for id in ["missed", "paid"]]
    arrived["booking"] |= {"state": "checked-in"}
    missed["booking"] |= {"state": "no-show", "startsAt": f"{TODAY}T07:00:00Z", "endsAt": f"{TODAY}T07:15:00Z",
                          "reverseId": "small", "sets": 1}
    missed["customer"] |= {"name": "Kiryl Makaranka", "phone": "+375292000005", "noShows": 1}
    paid["booking"] |= {"payWith": "pass", "charge": {"state": "held", "sets": 2}, "startsAt": f"{TODAY}T07:45:00Z",
                        "endsAt": f"{TODAY}T08:15:00Z"}
    paid["customer"] |= {"name": "Darya Lis", "phone": "+375292000006"}
    for item in [arrived, missed, paid]:
        item["toPay"] |= {"amount": 0}
    del missed["note"], paid["note"]
    running["customer"] |= {"due": {"amount": 1000, "currency": "BYN"}, "lateCancellations": 1}
    board["items"] = [arrived, missed, running, paid, later]
    board["held"] = [{"id": "held", "reverseId": "big", "startsAt": f"{TODAY}T08:45:00Z", "sets": 1,
                      "endsAt": f"{TODAY}T09:00:00Z", "expiresAt": instant(now + 240_000), "price": later["toPay"]}]


def go_on(page):
    """Shows today, with the bookings of the other day moved to it: other rows book and cancel today, too."""
    slots, board = [json.loads(json.dumps(answer_of(page, f"**/v1/{path}?date={DAY}")).replace(DAY, TODAY))
                    for path in ["park/slots", "board"]]
    in_progress(board, page.evaluate("() => Date.now()"))
    page.route(f"**/v1/park/slots?date={TODAY}", lambda route: route.fulfill(json=slots))
    page.route(f"**/v1/board?date={TODAY}", lambda route: route.fulfill(json=board))
    page.locator(".board-day button").last.click()
    page.locator(".block.missed").wait_for()


def begin_on_running(button):
    """Opens the sheet of an action on the booking whose sets have begun."""
    def act(page):
        go_on(page)
        page.locator(".block", has_text="Novikova").click()
        page.locator(button).click()
        page.locator("dialog[open] .action-sheet").wait_for()
    return act


BOARD = f"/staff?day={DAY}"

SCREENS = [
    Screen("staff-board", BOARD, who="staff", ready=".block", prepare=prepare),
    Screen("staff-booking", BOARD + "&open={}", who="staff", ready=".panel-facts", prepare=prepare),
    Screen("staff-found", f"{BOARD}&digits=2000003", who="staff", ready=".found .block", prepare=prepare),
    Screen("staff-closure", BOARD, who="staff", ready=".block", prepare=prepare, act=opening(".board-begin button")),
    Screen("staff-walk-in", BOARD, who="staff", ready=".block", prepare=prepare,
           act=opening(".board-begin button >> nth=1")),
    Screen("staff-running", BOARD, who="staff", ready=".block", prepare=prepare, act=go_on),
    Screen("staff-check-in", BOARD, who="staff", ready=".block", prepare=prepare, acts_by_size=True,
           act=begin_on_running(".panel-actions .main")),
    Screen("staff-no-show", BOARD, who="staff", ready=".block", prepare=prepare, acts_by_size=True,
           act=begin_on_running(".panel-actions .dangerous")),
    Screen("staff-settle", BOARD, who="staff", ready=".block", prepare=prepare, acts_by_size=True,
           act=begin_on_running(".panel-actions .quiet")),
    Screen("staff-note", BOARD, who="staff", ready=".block", prepare=prepare, acts_by_size=True,
           act=begin_on_running(".note .underlined")),
    Screen("staff-days", f"/staff/days?from={DAY}", who="staff", ready=".occupancy", prepare=prepare),
    Screen("staff-others", "/staff", who="rider", ready=".empty"),
    Screen("staff-cases", "/staff/cases", who="admin", ready=".case", prepare=case),
    Screen("staff-decision", "/staff/cases?case={}", who="admin", ready=".decision", prepare=case, act=choose_fee),
    Screen("staff-decided", "/staff/cases?tab=decided", who="admin", ready=".decided", prepare=decided),
    Screen("staff-customers", "/staff/customers?name=Kavalchuk", who="staff", ready=".rows a", prepare=prepare),
    Screen("staff-customer", "/staff/customers/{}", who="staff", ready=".panel-facts", prepare=customer),
    Screen("staff-sale", "/staff/customers/{}", who="staff", ready=".panel-facts", prepare=customer,
           act=opening(".actions button")),
    Screen("staff-payments", "/staff/payments", who="admin", ready=".purchase button", prepare=sold),
    Screen("staff-refund", "/staff/payments", who="admin", ready=".purchase button", prepare=sold,
           act=opening(".purchase button")),
    Screen("staff-hours", "/staff/park", who="admin", ready=".settings-day"),
    Screen("staff-special", "/staff/park?part=special", who="admin", ready=".settings-note"),
    Screen("staff-report", f"/staff/report?from={DAY}&days=1", who="admin", ready="table", prepare=prepare),
    Screen("staff-prices", "/staff/park?part=prices", who="admin", ready=".settings-card"),
    Screen("staff-texts", "/staff/park?part=texts", who="admin", ready=".written"),
]
