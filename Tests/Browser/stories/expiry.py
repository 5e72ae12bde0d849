"""Time passes: codes and tokens expire, and what the service keeps becomes old."""

import re
import secrets

import pytest
from playwright.sync_api import expect

from engines import pass_time

#: Longer than an access token of the instance is valid.
TOKEN_LIFETIME = 3700
#: Longer than a code by SMS is valid.
CODE_LIFETIME = 310
STALE = "Older data: the source is late"


@pytest.fixture
def failing(later_service):
    """Makes third parties fail during a test."""
    def fail(*names):
        for name in names:
            later_service.vokol("simulate", name, "--fault", "status", "status=503")

    yield fail
    later_service.vokol("simulate", "--clear")


def let_pass(service, page, seconds):
    """Moves the clocks of an instance and of a page."""
    service.pass_time(seconds)
    pass_time(page, seconds)


def test_expiry_of_a_code_and_its_tries_leads_to_another_code(visit, later_service, engine):
    phone = f"+37529{secrets.randbelow(10**7):07}"
    page = visit("/sign-in", service=later_service)
    page.get_by_label("Phone", exact=True).fill(phone)
    code = later_service.next_code(phone, page.get_by_role("button", name="Send code").click)
    field, alert = page.get_by_label("Six-digit code"), page.locator("form").get_by_role("alert")
    another = page.get_by_role("button", name="Send another code")
    for left in [4, 3, 2, 1, 0]:
        field.fill(f"{(int(code) + 1 + left) % 10**6:06}")
        expect(alert).to_contain_text(re.compile(rf"\b{left}\b"))
    field.fill(code)
    expect(alert).to_contain_text("The code has expired or has already been used. Request a new one.")
    expect(another).to_have_count(0)
    expect(page.locator(".resend")).to_contain_text(re.compile(r"\d"))
    let_pass(later_service, page, 60)
    code = later_service.next_code(phone, another.click)
    expect(alert).to_be_empty()
    let_pass(later_service, page, CODE_LIFETIME)
    field.fill(code)
    expect(alert).to_contain_text("The code has expired")
    field.fill(later_service.next_code(phone, another.click))
    expect(page.get_by_label("First name")).to_be_visible()


def test_expiry_of_a_token_does_not_disturb_an_open_form(visit, later_service, engine):
    rider = later_service.new_account()
    page = visit("/account", service=later_service, signed_in_as=rider)
    row, sheet = page.get_by_role("button", name=re.compile("^Name")), page.get_by_role("dialog")
    save = sheet.get_by_role("button", name="Save")
    row.click()
    sheet.get_by_label("First name").fill("Augusta")
    let_pass(later_service, page, TOKEN_LIFETIME)
    with page.expect_response("**/v1/sessions/refresh") as refreshed:
        save.click()
    assert refreshed.value.status == 200
    expect(sheet).to_have_count(0)
    expect(row).to_contain_text("Augusta")
    row.click()
    sheet.get_by_label("Last name").fill("King")
    # A device whose clock is behind learns it from the server.
    later_service.pass_time(TOKEN_LIFETIME)
    with page.expect_response(lambda response: "/v1/me" in response.url and response.status == 401):
        save.click()
    expect(sheet).to_have_count(0)
    expect(row).to_contain_text("Augusta King")
    assert later_service.call_as(rider, "GET", "/v1/me")["lastName"] == "King"


def test_expiry_of_a_session_that_ended_elsewhere_asks_to_sign_in_and_returns(visit, later_service, engine):
    rider = later_service.new_account()
    page = visit("/park/notices", service=later_service, signed_in_as=rider)
    page.get_by_label("From", exact=True).fill("21:30")
    later_service.call_as(rider, "POST", "/v1/me/sessions/end-others")
    let_pass(later_service, page, TOKEN_LIFETIME)
    page.get_by_role("button", name="Save", exact=True).click()
    link = page.get_by_role("main").get_by_role("link", name="Sign in")
    expect(link).to_be_visible()
    expect(page).to_have_url(re.compile("/park/notices$"))
    link.click()
    page.get_by_text("Use an e-mail address and a password").click()
    page.get_by_label("E-mail address").fill(rider.email)
    page.get_by_label("Password", exact=True).fill(rider.password)
    page.locator("form").get_by_role("button", name="Sign in").click()
    expect(page.get_by_label("From", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile("/park/notices$"))


def test_expiry_of_weather_is_told_while_its_source_fails(visit, later_service, failing, engine):
    path = "/weather?latitude=53.9&longitude=27.5667"
    page = visit(path, service=later_service)
    expect(page.get_by_role("main")).to_contain_text("Feels like")
    expect(page.get_by_text(STALE)).to_have_count(0)
    failing("open-meteo", "openweathermap")
    later_service.pass_time(2 * 3600)
    page = visit(path, service=later_service)
    expect(page.get_by_text(STALE).first).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("Feels like")


def test_expiry_of_a_timetable_is_told_while_the_university_fails(visit, later_service, failing, engine):
    path = "/timetable/groups/310101"
    page = visit(path, service=later_service)
    expect(page.get_by_role("heading", name="310101", level=1)).to_be_visible()
    expect(page.locator(".lesson").first).to_be_visible()
    expect(page.get_by_text(STALE)).to_have_count(0)
    failing("bsuir")
    later_service.pass_time(25 * 3600)
    page = visit(path, service=later_service)
    expect(page.get_by_text(STALE).first).to_be_visible()
    expect(page.locator(".lesson").first).to_be_visible()
