"""People change how they sign in, and prove each new address and number by a code."""

import re
import secrets

import pytest
from playwright.sync_api import expect

from service import Failure

NEW_PASSWORD = "correct-horse-battery-9"


def sign_in(service, email, password):
    """Signs in by the API; returns the user."""
    return service.call("/v1/sessions", {"email": email, "password": password})["user"]


def assert_refused(service, email, password):
    with pytest.raises(Failure, match="credentials-wrong"):
        sign_in(service, email, password)


def wrong(code):
    """Returns another code."""
    return f"{(int(code) + 1) % 10**6:06}"


#: The colours that a page asks of the browser's own bar.
BAR = """() => [...document.querySelectorAll("meta[name=theme-color]")]
    .filter(({ media }) => matchMedia(media || "all").matches).map(({ content }) => content)"""


def test_account_is_shown_in_a_chosen_language_and_theme(visit, engine):
    page = visit("/account", theme="light")
    html, ink = page.locator("html"), "() => getComputedStyle(document.body).color"
    light, bar = page.evaluate(ink), page.evaluate(BAR)
    page.get_by_role("group", name="Theme").get_by_role("button", name="Dark").click()
    expect(html).to_have_attribute("data-theme", "dark")
    assert page.evaluate(ink) != light
    assert page.evaluate(BAR) == ["#12141d"] != bar
    page.get_by_role("group", name="Language").get_by_role("button", name="Русский").click()
    for _ in range(2):
        expect(page.get_by_role("group", name="Тема").get_by_role("button", name="Тёмная")).to_have_attribute(
            "aria-pressed", "true")
        expect(html).to_have_attribute("lang", "ru")
        expect(html).to_have_attribute("data-theme", "dark")
        page.reload()


def test_account_changes_the_name_and_the_date_of_birth(visit, service, rider, engine):
    page = visit("/account", signed_in_as=rider)
    person = page.get_by_role("button", name=re.compile("^Name"))
    birth = page.get_by_role("button", name=re.compile("^Date of birth"))
    expect(birth).to_contain_text("Not set")
    person.click()
    sheet = page.get_by_role("dialog", name="Personal data")
    login = sheet.get_by_label("Name that others see")
    login.fill("A")
    sheet.get_by_label("First name").fill("Augusta")
    sheet.get_by_label("Last name").fill("King")
    sheet.get_by_label("Date of birth").fill("1990-12-10")
    save = sheet.get_by_role("button", name="Save")
    save.click()
    expect(login).to_have_attribute("aria-invalid", "true")
    login.fill("Countess")
    save.click()
    expect(page.locator(".toast")).to_contain_text("Saved")
    for _ in range(2):
        expect(sheet).to_have_count(0)
        expect(person).to_contain_text("Augusta King")
        expect(birth).to_contain_text("10 December 1990")
        page.reload()
    me = service.call_as(rider, "GET", "/v1/me")
    assert (me["login"], me["firstName"], me["lastName"], me["birthDate"]) == (
        "Countess", "Augusta", "King", "1990-12-10")
    birth.click()
    sheet.get_by_label("Date of birth").fill("")
    save.click()
    expect(birth).to_contain_text("Not set")
    assert "birthDate" not in service.call_as(rider, "GET", "/v1/me")


@pytest.mark.differs
def test_account_gets_a_new_password_by_a_code_from_the_mail(visit, service, rider, engine):
    page = visit("/sign-in?way=email")
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("E-mail address").fill(rider.email)
    code = service.next_code(rider.email, page.get_by_role("button", name="Send code").click)
    field = page.get_by_label("Six-digit code")
    page.get_by_label("New password").fill(NEW_PASSWORD)
    field.fill(wrong(code))
    submit = page.get_by_role("button", name="Set password and sign in")
    submit.click()
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill(code)
    submit.click()
    expect(page.locator(".six")).to_have_count(0)
    page.goto(service.address + "/account")
    expect(page.get_by_role("main")).to_contain_text(rider.email)
    assert sign_in(service, rider.email, NEW_PASSWORD)["id"] == rider.user["id"]
    assert_refused(service, rider.email, rider.password)


def test_account_signs_in_with_a_changed_address_only_after_its_code(visit, service, rider, engine):
    email = f"changed-{secrets.token_hex(6)}@example.org"
    page = visit("/account", signed_in_as=rider)
    page.get_by_role("button", name=re.compile("^E-mail address")).click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("New address").fill(email)
    password = sheet.get_by_label("Password for this address")
    password.fill("short")
    send = sheet.get_by_role("button", name="Send code")
    send.click()
    expect(password).to_have_attribute("aria-invalid", "true")
    password.fill(NEW_PASSWORD)
    code = service.next_code(email, send.click)
    field = sheet.get_by_label("Six-digit code")
    field.fill(wrong(code))
    expect(field).to_have_attribute("aria-invalid", "true")
    assert_refused(service, email, NEW_PASSWORD)
    # The sixth digit submits.
    field.fill(code)
    expect(page.locator(".toast")).to_contain_text("Saved")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^E-mail address"))).to_contain_text(email)
    assert sign_in(service, email, NEW_PASSWORD)["id"] == rider.user["id"]
    assert_refused(service, rider.email, rider.password)


def test_account_receives_codes_at_its_changed_phone(visit, service, rider, engine):
    phone = f"+37529{secrets.randbelow(10**7):07}"
    page = visit("/account", signed_in_as=rider)
    row = page.get_by_role("button", name=re.compile("^Phone"))
    expect(row).to_contain_text("Not set")
    row.click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("New number").fill("12")
    send = sheet.get_by_role("button", name="Send code")
    send.click()
    expect(sheet.get_by_label("New number")).to_have_attribute("aria-invalid", "true")
    sheet.get_by_label("New number").fill(phone)
    code = service.next_code(phone, send.click)
    sheet.get_by_label("Six-digit code").fill(code)
    expect(page.locator(".toast")).to_contain_text("Saved")
    expect(row).to_contain_text(phone[-2:])
    assert service.call_as(rider, "GET", "/v1/me")["phone"] == phone


def test_account_changes_its_password_knowing_the_current_one(visit, service, rider, engine):
    page = visit("/account", signed_in_as=rider)
    page.get_by_role("link", name="Password").click()
    current, new = page.get_by_label("Current password"), page.get_by_label("New password")
    save = page.get_by_role("button", name="Change password")
    current.fill("not-the-password-1")
    new.fill(NEW_PASSWORD)
    save.click()
    expect(page.get_by_role("alert")).to_be_visible()
    current.fill(rider.password)
    new.fill("short")
    save.click()
    expect(new).to_have_attribute("aria-invalid", "true")
    new.fill(NEW_PASSWORD)
    save.click()
    expect(page.locator(".toast")).to_contain_text("The password is changed")
    expect(page.get_by_role("heading", name="Account", level=1)).to_be_visible()
    # The session of the page goes on.
    page.reload()
    expect(page.get_by_role("main")).to_contain_text(rider.email)
    assert sign_in(service, rider.email, NEW_PASSWORD)["id"] == rider.user["id"]
    assert_refused(service, rider.email, rider.password)


def test_account_sees_its_devices_and_signs_them_out(visit, service, rider, engine):
    def sign_in_elsewhere(device):
        body = {"email": rider.email, "password": rider.password, "device": device}
        return service.call("/v1/sessions", body)["refreshToken"]

    lost, tablet, office = (sign_in_elsewhere(device) for device in ["Old phone", "Tablet", "Office"])
    page = visit("/account", signed_in_as=rider)
    page.get_by_role("link", name="Devices").click()
    rows = page.get_by_role("main").get_by_role("listitem")
    expect(rows.filter(has_text="This device")).to_have_count(1)
    page.get_by_role("button", name="Sign out: Old phone").click()
    sheet = page.get_by_role("dialog", name="Sign out Old phone?")
    sheet.get_by_role("button", name="Sign out").click()
    expect(page.locator(".toast")).to_contain_text("Signed out")
    expect(rows.filter(has_text="Old phone")).to_have_count(0)
    assert_ended(service, lost)
    page.get_by_role("button", name="Sign out all other devices").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(rows).to_have_count(1)
    assert_ended(service, tablet)
    assert_ended(service, office)
    # The session of the page goes on.
    page.reload()
    expect(rows.filter(has_text="This device")).to_have_count(1)


def test_account_is_deleted_after_a_code_unless_its_owner_keeps_it(visit, service, rider, engine):
    page = visit("/account", signed_in_as=rider)
    page.get_by_role("link", name="Delete account").click()
    code = service.next_code(rider.email, page.get_by_role("button", name="Send code").click)
    field = page.get_by_label("Six-digit code")
    field.fill(wrong(code))
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill(code)
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("Your account will be deleted")
    assert service.call_as(rider, "GET", "/v1/me")["deletesAt"]
    page.get_by_role("button", name="Keep the account").click()
    expect(page.get_by_role("button", name="Send code")).to_be_visible()
    assert "deletesAt" not in service.call_as(rider, "GET", "/v1/me")


def assert_ended(service, refresh_token):
    with pytest.raises(Failure, match="session-ended"):
        service.call("/v1/sessions/refresh", {"refreshToken": refresh_token})
