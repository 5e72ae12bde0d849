"""Tests of the checks: each finds its fault, and passes a sound page."""

import pytest

import checks
from engines import pass_time

SOUND = """<!doctype html><html lang="en"><head><title>Sound</title>
<meta name="viewport" content="width=device-width">
<style>body { margin: 8px } button { min-height: 24px }</style></head>
<body><main><h1>Sound</h1><button>Press this button</button>%s</main></body></html>"""

pytestmark = pytest.mark.only("chromium")


def passes(page, check):
    try:
        check(page)
    except AssertionError as fault:
        print(fault)
        return False
    return True


@pytest.mark.parametrize("check, fault", [
    (checks.axe, '<img src="data:,">'),
    (checks.axe, '<p style="color: #aaa; background: #fff">Pale</p>'),
    (checks.assert_fits, '<p style="width: 2000px">Wide</p>'),
    (checks.assert_fits, '<p style="width: 40px; overflow: hidden; white-space: nowrap">A text that is cut</p>'),
    (checks.assert_fits, '<p style="height: 10px; overflow: hidden">A text<br>of lines</p>'),
    (checks.assert_fits, '<button style="width: 12px; height: 12px; min-height: 0; padding: 0"></button>'),
    (checks.assert_reachable, '<button style="outline: none">Without a ring</button>'),
    (checks.assert_reachable, '<button onfocus="this.blur(); document.body.focus()">Refuses</button>'),
], ids=["no name", "pale text", "wide page", "text cut at its side", "text cut below", "small target", "no ring",
        "not reached"])
def test_checks_find_a_fault(browser_context, check, fault, engine):
    page = browser_context().new_page()
    page.set_content(SOUND % "")
    assert passes(page, check)
    page.set_content(SOUND % fault)
    assert not passes(page, check)


def test_checks_see_larger_text(browser_context, engine):
    page = browser_context().new_page()
    page.set_content(SOUND % '<p style="font-size: 1rem; width: 30ch" id="one">Text</p>')
    before = page.locator("#one").bounding_box()["width"]
    checks.enlarge_text(page)
    assert page.locator("#one").bounding_box()["width"] > 1.9 * before


def test_checks_report_what_a_policy_refuses(visit, watched, engine):
    page = visit("/about")
    with page.expect_console_message(lambda message: "policy violation" in message.text):
        refused = page.evaluate("() => { try { document.body.innerHTML = '<p></p>' } catch { return true } }")
    assert refused and watched.found()
    watched.expect("policy violation|TrustedHTML")


def test_checks_let_time_pass_for_a_page(visit, engine, service):
    page = visit("/about")
    before = page.evaluate("() => Date.now()")
    assert abs(before / 1000 - service.now.timestamp()) < 60
    pass_time(page, 3600)
    assert page.evaluate("() => new Date().getTime()") - before >= 3_600_000


def test_checks_let_time_pass_for_an_instance(later_service, engine):
    before = later_service.call("/v1/park/days")["items"][0]["date"]
    later_service.pass_time(24 * 3600)
    assert later_service.call("/v1/park/days")["items"][0]["date"] > before
