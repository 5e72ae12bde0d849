"""People protect their account by a second factor."""

import base64
import hashlib
import hmac
import re
import struct

import pytest
from playwright.sync_api import expect

from service import Failure

STEP = 30


def code_of(secret, now, steps=0):
    """Returns the code that an authenticator app shows (RFC 6238), so many steps from now."""
    key = base64.b32decode(secret)
    mac = hmac.new(key, struct.pack(">Q", int(now.timestamp()) // STEP + steps), hashlib.sha1).digest()
    at = mac[-1] & 15
    return f"{(struct.unpack('>I', mac[at : at + 4])[0] & 0x7FFFFFFF) % 10**6:06}"


@pytest.mark.differs
def test_factor_is_asked_for_at_each_sign_in_and_a_recovery_code_replaces_it(visit, service, rider, engine):
    page = visit("/account", signed_in_as=rider)
    page.get_by_role("link", name="Second factor").click()
    page.get_by_role("button", name="Set up the app").click()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    secret = page.locator(".secret").inner_text().replace(" ", "")
    expect(page.get_by_role("link", name="Open in an app")).to_have_attribute(
        "href", re.compile(f"^otpauth://totp/Vokol:.*secret={secret}"))
    field = page.get_by_label("Code that the app shows")
    field.fill("12")
    page.get_by_role("button", name="Confirm").click()
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill(code_of(secret, service.now))
    page.get_by_role("button", name="Confirm").click()
    codes = page.locator(".recovery li")
    expect(codes).to_have_count(10)
    recovery = codes.nth(2).inner_text()
    page.get_by_role("button", name="I have saved them").click()
    expect(page.get_by_role("main")).to_contain_text("Recovery codes left: 10")

    # A password is no longer enough.
    with pytest.raises(Failure, match="second-factor-required"):
        service.call("/v1/sessions", {"email": rider.email, "password": rider.password})
    other = visit("/sign-in?way=email&next=/account/factors")
    other.get_by_label("E-mail address").fill(rider.email)
    other.get_by_label("Password").fill(rider.password)
    other.get_by_role("button", name="Sign in", exact=True).last.click()
    expect(other.get_by_role("heading", name="Second factor")).to_be_visible()
    field = other.get_by_label("Code", exact=True)
    field.fill("000000")
    other.get_by_role("button", name="Sign in", exact=True).click()
    expect(other.get_by_role("alert")).to_contain_text("The code is wrong")
    field.fill(recovery)
    other.get_by_role("button", name="Sign in", exact=True).click()
    expect(other.get_by_role("main")).to_contain_text("Recovery codes left: 9")

    other.get_by_role("button", name="Remove the app").click()
    other.get_by_role("dialog").get_by_role("button", name="Remove the app").click()
    expect(other.get_by_role("button", name="Set up the app")).to_be_visible()
    assert service.call("/v1/sessions", {"email": rider.email, "password": rider.password})["user"]["id"]


def add_device(page):
    """Gives the browser a device that holds passkeys and confirms by itself."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True}})


@pytest.mark.only("chromium")
def test_factor_is_a_passkey_that_signs_in_without_a_password(visit, service, rider, engine):
    page = visit("/account/factors", signed_in_as=rider)
    add_device(page)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator(".toast")).to_contain_text("The passkey is added")
    rows = page.get_by_role("main").get_by_role("listitem")
    expect(rows).to_have_count(1)
    page.goto(service.address + "/account")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()

    page.goto(service.address + "/sign-in?next=/account/factors")
    page.get_by_role("button", name="Use a passkey").click()
    expect(rows).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Remove: ")).click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(rows).to_have_count(0)
    # The device still has it; the account does not know it any more.
    page.goto(service.address + "/account")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    page.goto(service.address + "/sign-in")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("alert").filter(has_text="not accepted")).to_be_visible()


def test_factor_that_staff_need_is_set_up_after_the_sign_in_and_opens_the_board_at_once(visit, strict_service, engine):
    staff = strict_service.new_account("park.staff")
    page = visit("/sign-in?way=email&next=/staff", service=strict_service)
    page.get_by_label("E-mail address").fill(staff.email)
    page.get_by_label("Password").fill(staff.password)
    page.get_by_role("button", name="Sign in", exact=True).last.click()
    expect(page.get_by_role("main")).to_contain_text("Your role needs a second factor")
    other = visit("/staff", service=strict_service, signed_in_as=staff)
    expect(other.get_by_role("main")).to_contain_text("Your account needs a second factor")

    page.get_by_role("button", name="Set up the app").click()
    secret = page.locator(".secret").inner_text().replace(" ", "")
    page.get_by_label("Code that the app shows").fill(code_of(secret, strict_service.now))
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("button", name="I have saved them").click()
    expect(page.get_by_role("main")).not_to_contain_text("Your role needs a second factor")
    # A link, as the page is not loaded anew: the token of the limited session is not used any more.
    page.get_by_role("link", name="Account").first.click()
    page.get_by_role("link", name="Park day").click()
    expect(page.get_by_role("heading", name=re.compile("^Big reverse"))).to_be_visible()


def test_factor_is_asked_for_again_before_a_change_that_is_hard_to_undo(visit, later_service, engine):
    rider = later_service.new_account()
    page = visit("/account/factors", service=later_service, signed_in_as=rider)
    expect(page.get_by_role("button", name="Set up the app")).to_be_visible()
    later_service.pass_time(3_601)
    page.get_by_role("button", name="Set up the app").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Is it you?")
    sheet.get_by_label("Password").fill("wrong password")
    sheet.get_by_role("button", name="Confirm").click()
    expect(sheet.get_by_role("alert")).to_contain_text("password")
    sheet.get_by_label("Password").fill(rider.password)
    sheet.get_by_role("button", name="Confirm").click()
    expect(page.locator(".secret")).to_be_visible()


@pytest.mark.only("chromium")
def test_factor_asked_for_again_is_the_passkey_or_else_the_password(visit, later_service, engine):
    rider = later_service.new_account()
    page = visit("/account/factors", service=later_service, signed_in_as=rider)
    add_device(page)
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator(".toast")).to_contain_text("The passkey is added")
    later_service.pass_time(3_601)
    page.get_by_role("button", name="Set up the app").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("use a passkey")
    sheet.get_by_role("button", name="Use the password").click()
    expect(sheet.get_by_label("Password")).to_be_visible()
    sheet.get_by_role("button", name="Use a passkey").click()
    expect(page.locator(".secret")).to_be_visible()
