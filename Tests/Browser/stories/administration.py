"""Administrators keep the rules on access and look after accounts; people appeal, and take a copy of their data."""

import json
import re
import secrets

import pytest
from playwright.sync_api import expect

from engines import DESK
from service import Failure


def test_administrator_denies_a_domain_and_admits_an_appeal(visit, service, engine):
    domain = f"a-refused-{secrets.token_hex(4)}.example"
    email = f"guide@{domain}"
    page = visit("/access", signed_in_as="admin", size=DESK)
    expect(page.get_by_role("listitem").first).to_contain_text("From the bundled list")
    page.get_by_role("button", name="Add a rule").click()
    sheet = page.get_by_role("dialog", name="Rule")
    sheet.get_by_label("Value").fill(domain)
    sheet.get_by_label("Reason").fill("A test of the rules")
    sheet.get_by_role("button", name="Whom would it affect?").click()
    expect(sheet.get_by_role("status").first).to_contain_text("It changes the decision on 0 of")
    sheet.get_by_role("button", name="Save the rule").click()
    expect(page.locator(".toast")).to_contain_text("The rule is saved")

    guest = visit("/sign-in?way=email")
    guest.get_by_label("E-mail address").fill(email)
    guest.get_by_label("Password").fill("a-good-password-1")
    guest.get_by_role("button", name="Sign in").last.click()
    expect(guest.get_by_role("alert").filter(has_text="rules")).to_contain_text("you can appeal")
    guest.get_by_role("button", name="Appeal against the refusal").click()
    appeal = guest.get_by_role("dialog", name="Appeal")
    expect(appeal.get_by_label("E-mail address or phone number that was refused")).to_have_value(email)
    words = appeal.get_by_label("Why the refusal is a mistake")
    words.fill("Short")
    send = appeal.get_by_role("button", name="Send the appeal")
    send.click()
    expect(words).to_have_attribute("aria-invalid", "true")
    words.fill("I guide visitors through the museum.")
    send.click()
    expect(appeal.get_by_role("status").first).to_contain_text("Your appeal has been sent")

    page.get_by_role("tab", name="Appeals").click()
    row = page.get_by_role("listitem").filter(has_text=email)
    expect(row).to_contain_text("I guide visitors through the museum.")
    expect(row).to_contain_text(f"Deny: {domain}")
    row.get_by_role("button", name=f"Decide on {email}").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("A rule will allow this address or number")
    sheet.get_by_label("Reason").fill("A guide of the museum")
    sheet.get_by_role("button", name="Decide").click()
    expect(page.locator(".toast")).to_contain_text("The decision is recorded")
    expect(row).to_have_count(0)
    with pytest.raises(Failure, match="credentials-wrong"):
        service.call("/v1/sessions", {"email": email, "password": "a-good-password-1"})

    page.get_by_role("tab", name="Rules").click()
    page.get_by_role("button", name=f"Remove the rule for {domain}").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.locator(".toast")).to_contain_text("The rule is removed")
    expect(page.get_by_role("listitem").filter(has_text=domain)).to_have_count(0)


def test_administrator_grants_a_role_and_revokes_it(visit, service, rider, engine):
    page = visit("/roles", signed_in_as="admin")
    editors = page.get_by_role("button", name="Museum editors")
    editors.click()
    # Each role has a form of its own.
    expect(editors).to_have_attribute("aria-pressed", "true")
    name = page.get_by_label("Account", exact=True)
    name.fill("nobody@example.org")
    grant = page.get_by_role("button", name="Grant")
    grant.click()
    expect(page.get_by_role("alert").filter(has_text=re.compile(r"\w"))).to_be_visible()
    name.fill(rider.email)
    grant.click()
    expect(page.locator(".toast")).to_contain_text("has the role now")
    holder = page.get_by_role("listitem").filter(has_text=rider.email)
    expect(holder).to_be_visible()
    assert "museums.editor" in service.call("/v1/sessions", {
        "email": rider.email, "password": rider.password})["user"]["roles"]
    holder.get_by_role("button", name="Revoke").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    expect(holder).to_have_count(0)
    assert "museums.editor" not in service.call("/v1/sessions", {
        "email": rider.email, "password": rider.password})["user"]["roles"]


def test_administrator_locks_an_account_and_unlocks_it(visit, service, rider, engine):
    page = visit("/accounts", signed_in_as="admin", size=DESK)
    page.get_by_label("Beginning of the address").fill(rider.email.split("@")[0].upper())
    page.get_by_role("button", name="Find", exact=True).click()
    page.get_by_role("link", name=re.compile(rider.email)).click()
    main = page.get_by_role("main")
    expect(main).to_contain_text("Address confirmed")
    page.get_by_role("button", name="Lock").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Reason").fill("Sends threats to the park")
    sheet.get_by_role("button", name="Lock").click()
    expect(main.get_by_role("status").first).to_contain_text("Sends threats to the park")
    expect(main.get_by_role("listitem").first).to_contain_text("Account locked")
    with pytest.raises(Failure, match="account-locked"):
        service.call("/v1/sessions", {"email": rider.email, "password": rider.password})
    page.get_by_role("button", name="Unlock").click()
    page.get_by_role("dialog").get_by_role("button", name="Unlock").click()
    expect(page.get_by_role("button", name="Lock", exact=True)).to_be_visible()
    service.call("/v1/sessions", {"email": rider.email, "password": rider.password})


@pytest.mark.differs
def test_person_takes_a_copy_of_the_data(visit, rider, engine):
    page = visit("/account", signed_in_as=rider)
    page.get_by_role("link", name="Copy of your data").click()
    if engine == "firefox":
        # The driver of Debian's Firefox tells of no downloads, so the content is examined in Chromium only.
        page.get_by_role("button", name="Download").click()
        expect(page.get_by_role("main").get_by_role("status")).to_contain_text("The file is saved")
        return
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download").click()
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("The file is saved")
    assert re.fullmatch(r"vokol-\d{4}-\d\d-\d\d\.json", saved.value.suggested_filename)
    bundle = json.loads(saved.value.path().read_text())
    assert set(bundle["services"]) == {"auth", "booking", "history", "museums", "schedule"}
    assert bundle["services"]["auth"]["account"][0]["email"] == rider.email
    assert bundle["services"]["auth"]["session"]
    assert "scrypt" not in json.dumps(bundle)


def test_administrator_of_the_park_decides_cases_but_grants_no_roles(visit, service, engine):
    chief = service.new_account("park.admin")
    page = visit("/account", signed_in_as=chief)
    expect(page.get_by_role("link", name="Park day")).to_be_visible()
    expect(page.get_by_role("link", name="Roles")).to_have_count(0)
    page.goto(service.address + "/staff/cases")
    expect(page.get_by_role("tab", name="Decided")).to_be_visible()
    page.goto(service.address + "/roles")
    expect(page.get_by_role("main")).to_contain_text("This page is for administrators")
