"""A customer explains a late cancellation and appeals against the decision; the administrator answers."""

import re

from playwright.sync_api import expect

from engines import DESK
from pages.staff import decide, late_booking


def test_appeal_is_explained_decided_appealed_and_rejected(visit, service, engine):
    account, name = service.new_account(), f"Appealing {engine}"
    booking = late_booking(service, account, name)
    page = visit(f"/park/bookings/{booking['id']}", signed_in_as=account)
    page.get_by_label("What should the administrator know?").fill("The bus broke down")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".toast")).to_contain_text("Sent")

    admin = visit("/staff/cases", signed_in_as="admin", size=DESK)
    admin.get_by_role("button", name=re.compile(name)).click()
    expect(admin.locator(".decision")).to_contain_text("The bus broke down")
    decide(service, booking["caseId"], "warning", "Did not call")

    page.reload()
    expect(page.get_by_text("The bus broke down")).to_be_visible()
    page.get_by_label("Appeal against the decision").fill("There was no signal")
    page.get_by_role("button", name="Appeal", exact=True).click()
    expect(page.get_by_text("The park will answer.")).to_be_visible()

    admin.get_by_role("tab", name="Appeals").click()
    row = admin.get_by_role("listitem").filter(has_text=name)
    expect(row).to_contain_text("There was no signal")
    row.get_by_role("button", name=f"Reject the appeal of {name}").click()
    sheet = admin.get_by_role("dialog")
    sheet.get_by_label("Reason that the customer is told").fill("Nobody called in time")
    sheet.get_by_role("button", name="Reject the appeal", exact=True).click()
    expect(admin.locator(".toast")).to_contain_text("Appeal rejected")
    expect(row).to_have_count(0)

    page.reload()
    expect(page.get_by_text("Rejected: Nobody called in time")).to_be_visible()
    assert service.call_as(account, "GET", "/v1/cases")["items"][0]["appeal"]["state"] == "rejected"


def test_appeal_settings_of_confirmations_and_reminders_are_kept(visit, service, rider, engine):
    page = visit("/park/bookings", signed_in_as=rider)
    page.get_by_role("link", name="Confirmations and reminders").click()
    page.get_by_label("Remind me two hours before").uncheck()
    page.get_by_label("From", exact=True).fill("21:30")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".toast")).to_contain_text("Saved")
    kept = service.call_as(rider, "GET", "/v1/park/notices")
    assert kept["quietFrom"] == "21:30" and not kept["hasHourReminder"] and kept["hasDayReminder"]


def test_appeal_settings_that_a_person_changes_stay_when_fresh_ones_arrive(visit, service, rider, engine):
    page = visit("/park/notices", signed_in_as=rider, service_workers="block")
    begin = page.get_by_label("From", exact=True)
    expect(begin).to_have_value("22:00")
    settings = service.call_as(rider, "GET", "/v1/park/notices")
    del settings["channels"]
    service.call_as(rider, "POST", "/v1/park/notices", settings | {"quietFrom": "20:15"})
    held = []
    page.route("**/v1/park/notices", lambda route: held.append(route))
    with page.expect_request("**/v1/park/notices"):
        page.reload()
    page.get_by_label("Remind me two hours before").uncheck()
    expect(begin).to_have_value("22:00")
    held.pop().continue_()
    expect(begin).to_have_value("20:15")
    expect(page.get_by_label("Remind me two hours before")).not_to_be_checked()
