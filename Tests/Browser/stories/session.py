"""The session: it begins and ends as people do it, and no script sees its tokens."""

import hashlib
import json
import re
import secrets

import pytest
from playwright.sync_api import expect

from engines import pass_time
from pages.park import ParkPage
from pages.session import KEPT, REFRESH, TOKEN, sign_out

pytestmark = pytest.mark.differs


def test_session_is_refreshed_by_a_cookie_that_scripts_cannot_read(visit, engine):
    page = visit("/about", signed_in_as="rider")
    assert page.evaluate("() => document.cookie") == ""
    answer = page.evaluate(REFRESH)
    assert answer["status"] == 200 and TOKEN.match(answer["body"]["accessToken"])
    assert "refreshToken" not in answer["body"]


def test_session_and_theme_do_not_wait_for_the_code(browser_context, service, engine):
    context = browser_context(signed_in_as="rider", settings={"theme": "dark"}, service_workers="block")
    page, held, refreshes = context.new_page(), [], []
    page.route("**/assets/main-*.js", lambda route: held.append(route))
    page.on("request", lambda request: refreshes.append(request) if request.url.endswith("/refresh") else None)
    with page.expect_response("**/v1/sessions/refresh"):
        page.goto(service.address + "/park/bookings", wait_until="commit")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert held
    for route in held:
        route.continue_()
    expect(page.get_by_role("tablist")).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    assert len(refreshes) == 1


def test_session_is_not_there_for_a_guest(visit, engine):
    page = visit("/about")
    assert page.evaluate(REFRESH)["status"] == 401


@pytest.mark.worker
def test_session_ends_and_leaves_nothing_of_the_account(visit, service, rider, engine):
    page = visit("/sign-in?way=email&next=/park/pass")
    addresses = []
    page.on("framenavigated", lambda frame: addresses.append(frame.url))
    page.get_by_label("E-mail address").fill(rider.email)
    page.get_by_label("Password", exact=True).fill(rider.password)
    page.locator("form").get_by_role("button", name="Sign in").click()
    expect(page.locator(".offer").first).to_be_visible()
    expect(page).to_have_url(re.compile("/park/pass$"))
    kept = page.evaluate(KEPT)
    assert rider.email in kept and rider.user["id"] in kept
    cookie = next(one["value"] for one in page.context.cookies() if one["name"] == "__Host-vokol")
    logs = [file.read_text(errors="replace") for file in service.directory.rglob("*.log")]
    assert any(logs) and addresses
    for where in [kept, "".join(logs), *addresses]:
        assert not TOKEN.search(where) and cookie not in where and rider.password not in where
    page.goto(service.address + "/account")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    kept = page.evaluate(KEPT)
    assert rider.email not in kept and rider.user["id"] not in kept, kept
    assert page.evaluate(REFRESH)["status"] == 401


def test_session_leaves_nothing_that_screens_stored_before_the_page_was_loaded(visit, service, rider, engine):
    service.call_as(rider, "POST", "/v1/schedule/favourites", {"group": "310101", "isPinned": True})
    page = visit("/timetable", signed_in_as=rider, service_workers="block")
    expect(page.get_by_role("heading", name="310101", level=1)).to_be_visible()
    page.goto(service.address + "/park/pass")
    page.get_by_role("button", name=re.compile("^Buy: Pass for 5 sets")).click()
    expect(page.get_by_role("heading", name="Waiting for the payment")).to_be_visible()
    page.goto(service.address + "/park?day=2026-11-29")
    park = ParkPage(page)
    park.free.last.click()
    expect(park.held).to_be_visible()
    stored = "() => [...Object.keys(localStorage), ...Object.keys(sessionStorage), localStorage['vokol.settings']].join()"
    page.goto(service.address + "/account")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    for one in ["vokol.payment", "vokol.hold", "310101"]:
        assert one in page.evaluate(stored)
    sign_out(page)
    for one in ["vokol.payment", "vokol.hold", "310101"]:
        assert one not in page.evaluate(stored)


def test_session_that_the_server_did_not_end_is_ended_when_there_is_a_connection(visit, engine):
    page = visit("/account", signed_in_as="rider", service_workers="block")
    page.route("**/v1/sessions/end", lambda route: route.fulfill(status=503, body=""))
    with page.expect_response("**/v1/sessions/end"):
        sign_out(page)
    page.unroute_all()
    with page.expect_response("**/v1/sessions/end") as ended:
        page.evaluate("() => dispatchEvent(new Event('online'))")
    assert ended.value.status == 204
    assert page.evaluate(REFRESH)["status"] == 401


def test_session_begins_with_a_phone_and_a_code(visit, service, engine):
    phone = f"+37529{secrets.randbelow(10**7):07}"
    page = visit("/sign-in?mode=register")
    page.get_by_label("Phone", exact=True).fill(phone)
    page.get_by_label("First name").fill("Ada")
    page.get_by_label("Last name").fill("Byron")
    for label in ["I confirm this.", "I agree that"]:
        page.get_by_label(label).check()
    page.get_by_role("button", name="Send code").click()
    field = page.get_by_label("Six-digit code")
    expect(field).to_be_focused()
    expect(page.locator(".resend")).to_be_visible()
    code = service.code(phone)
    field.fill(f"{(int(code) + 1) % 10**6:06}")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("alert")).to_contain_text(re.compile(r"\b4\b"))
    # The sixth digit submits.
    field.fill(code)
    expect(page.get_by_role("heading", name="Account", level=1)).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("Ada Byron")


def test_session_begins_with_an_address_and_a_password(visit, service, engine):
    email, password = f"ada-{secrets.token_hex(6)}@example.org", "a-long-pass-phrase-7"
    page = visit("/sign-in?mode=register&way=email")
    form = page.get_by_role("main").locator("form")
    submit = form.get_by_role("button", name="Register")
    form.get_by_label("Name that others see").fill("Ada")
    form.get_by_role("textbox", name="E-mail address").fill(email)
    form.get_by_label("Password").fill("password")
    form.get_by_label("I agree that").check()
    # Members of government military structures have no account.
    expect(submit).to_be_disabled()
    form.get_by_label("I confirm this.").check()
    submit.click()
    expect(form.get_by_label("Password")).to_have_attribute("aria-invalid", "true")
    form.get_by_label("Password").fill(password)
    page.get_by_label("Six-digit code").fill(service.next_code(email, submit.click))
    expect(page.get_by_role("heading", name="Account", level=1)).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("Ada")
    sign_out(page)

    page.goto(service.address + "/sign-in?way=email&next=/museums")
    form.get_by_role("textbox", name="E-mail address").fill(email)
    form.get_by_label("Password").fill(password + "8")
    form.get_by_role("button", name="Sign in").click()
    expect(form.get_by_role("alert")).not_to_be_empty()
    form.get_by_label("Password").fill(password)
    form.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Museums", level=1)).to_be_visible()


def ask_for_code(page, phone):
    page.get_by_label("Phone", exact=True).fill(phone)
    page.get_by_role("button", name="Send code").click()
    field = page.get_by_label("Six-digit code")
    expect(field).to_be_focused()
    return field


def test_session_checks_a_code_that_was_typed_while_another_one_was_checked(visit, engine):
    page = visit("/sign-in", service_workers="block")
    field = ask_for_code(page, f"+37529{secrets.randbelow(10**7):07}")
    held = []
    page.route("**/v1/phone/codes/verify", lambda route: held.append(route))
    with page.expect_request("**/v1/phone/codes/verify"):
        field.fill("111111")
    field.fill("222222")
    # It shows that the first one is still checked.
    button = page.locator("form").get_by_role("button", name="Sign in")
    expect(button).to_have_attribute("aria-disabled", "true")
    with page.expect_request("**/v1/phone/codes/verify"):
        held[0].fulfill(status=422, content_type="application/problem+json", body='{"reason": "code-wrong"}')
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(field).to_have_value("222222")


# Hands a page the code of a message when it is told to.
MESSAGE = """
globalThis.OTPCredential = class {};
navigator.credentials.get = () => new Promise((resolve) => globalThis.receive = (code) => resolve({ code }));
"""


# Firefox does not tell the driver the body of a call that is answered for it.
@pytest.mark.only("chromium")
def test_session_checks_the_code_of_a_message_against_the_newest_challenge(visit, engine):
    page = visit("/about", service_workers="block")
    page.context.add_init_script(MESSAGE)
    page.goto(page.url.replace("/about", "/sign-in"))
    ask_for_code(page, f"+37529{secrets.randbelow(10**7):07}")
    pass_time(page, 120)
    newest = {"challengeId": "newest", "expiresAt": "2030-01-01T00:00:00Z", "resendAt": "2030-01-01T00:00:00Z"}
    page.route("**/v1/phone/codes", lambda route: route.fulfill(json=newest))
    page.get_by_role("button", name="Send another code").click()
    expect(page.locator(".resend")).to_be_visible()
    with page.expect_request("**/v1/phone/codes/verify") as checked:
        page.evaluate("() => receive('123456')")
    assert checked.value.post_data_json["challengeId"] == "newest"


# Firefox does not tell the driver the body of a call that is answered for it.
@pytest.mark.only("chromium")
def test_session_solves_a_challenge_before_a_code_is_sent(visit, service, engine):
    page = visit("/sign-in", service_workers="block")
    challenge, sent = "EABqxV2Aq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ", []

    def ask(route):
        sent.append(route.request.post_data_json)
        if len(sent) == 1:
            problem = {"type": "about:blank", "status": 403, "title": "This is not allowed", "reason": "work-required",
                       "details": {"challenge": challenge, "bits": 14}}
            route.fulfill(status=403, content_type="application/problem+json", body=json.dumps(problem))
        else:
            # The server asks for no work, and takes no notice of it.
            route.continue_()

    page.route("**/v1/phone/codes", ask)
    phone = f"+37529{secrets.randbelow(10**7):07}"
    page.get_by_label("Phone", exact=True).fill(phone)
    page.get_by_role("button", name="Send code").click()
    expect(page.get_by_label("Six-digit code")).to_be_focused()
    assert [one["phone"] for one in sent] == [phone, phone] and "work" not in sent[0]
    work = sent[1]["work"]
    hashed = hashlib.sha256(f"{challenge}{work['solution']}".encode()).digest()
    assert work["challenge"] == challenge and int.from_bytes(hashed[:2], "big") < 4
