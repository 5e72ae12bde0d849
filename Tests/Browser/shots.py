"""Screenshots of every screen on a phone and on a desk, in three languages and both themes, with an index."""

import html
import re
import sys
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from checks import resized
from engines import DESK, LANGUAGES, PHONE, launch, new_context
from running import parser, running
from screens import all_screens

THEMES = ["light", "dark"]
#: The height of a picture at most; a page that is longer ends there.
HIGHEST = 3_000
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>
body {{ font: 14px/1.4 system-ui, sans-serif; margin: 24px; background: #8883; color-scheme: light dark; }}
section div {{ display: flex; flex-wrap: wrap; gap: 12px; align-items: start; }}
figure {{ margin: 0; }} img {{ display: block; height: 420px; border: 1px solid #8886; border-radius: 8px; }}
</style>
{}
</html>
"""


def main():
    options = parser(__doc__)
    options.add_argument("--output", required=True)
    options.add_argument("-k", metavar="PATTERN", default="", help="only screens whose names match")
    chosen = options.parse_args()
    output = Path(chosen.output)
    output.mkdir(parents=True, exist_ok=True)
    failed, sections = 0, []
    with running(chosen) as service, sync_playwright() as playwright:
        browser = launch(playwright, "chromium", service)
        for screen in all_screens():
            if not re.search(chosen.k, screen.name):
                continue
            names, problems = _take(browser, service, screen, output)
            failed += problems
            sections.append(_section(screen, names))
        browser.close()
    (output / "index.html").write_text(PAGE.format("\n".join(sections)))
    print(f"shots: {output}/index.html" + (f", {failed} failed" if failed else ""))
    sys.exit(1 if failed else 0)


def _take(browser, service, screen, output):
    """Takes the screenshots of a screen; returns their names, and the number of failures."""
    names, failed = [], 0
    account = None if screen.who == "guest" else service.account(screen.who)
    for size in [PHONE, DESK]:
        for language in LANGUAGES:
            for theme in THEMES:
                name = f"{screen.name}-{size}-{language}-{theme}.png"
                context = new_context(
                    browser, service, language=language, size=size, theme=theme, signed_in_as=account,
                    settings=screen.settings, reduced_motion=True, service_workers="block")
                try:
                    _draw(screen.open(context, service, account), size, output / name)
                    names.append(name)
                except (Error, AssertionError) as problem:
                    failed += 1
                    print(f"FAIL  {name}: {str(problem).splitlines()[0]}", file=sys.stderr)
                context.close()
    return names, failed


def _draw(page, size, path):
    """Takes a screenshot of the whole page, in a window of its height: the bar of sections stays at the lower edge."""
    height = min(page.evaluate("() => document.documentElement.scrollHeight"), HIGHEST)
    # A sheet covers the window, and not the page.
    is_whole = height > size.height and not page.locator("dialog[open]").count()
    with resized(page, replace(size, height=height) if is_whole else size):
        page.screenshot(path=path)


def _section(screen, names):
    figures = "".join(
        f'<figure><a href="{name}"><img src="{name}" alt="" loading="lazy"></a>'
        f"<figcaption>{html.escape(name.removeprefix(screen.name + '-').removesuffix('.png'))}</figcaption></figure>"
        for name in names)
    return f"<section><h2>{html.escape(screen.name)}</h2><div>{figures}</div></section>"


if __name__ == "__main__":
    main()
