"""Screenshots of the built site: each page, width and theme, at rest and with controls moved."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from find_browser import FLAGS, find_chromium
from playwright.sync_api import Page, sync_playwright
from site_server import serve

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "_build" / "html"
WIDTHS = (1280, 390)
THEMES = ("light", "dark")


def pages() -> list[str]:
    """Return the published pages, without their ending."""
    found = [SITE / "intro.html", *sorted(SITE.glob("chapters/*.html"))]
    return [page.relative_to(SITE).with_suffix("").as_posix() for page in found]


def open_page(browser: Any, address: str, width: int, theme: str) -> Page:
    """Open a page in a theme, with its formulas set."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
    context.add_init_script(f"localStorage.setItem('mode', '{theme}')")
    page: Page = context.new_page()
    page.goto(address, wait_until="load")
    page.evaluate("() => window.MathJax?.startup?.promise")
    return page


def move(figure: Any) -> None:
    """Move every range of an explorer to an end and draw once more."""
    for slider in figure.locator("input[type=range]").all():
        slider.press("Home")
    for button in figure.locator("button[name]").all():
        button.click()


def shots(browser: Any, base: str, wanted: list[str]) -> Iterator[tuple[str, bytes]]:
    """Take every picture; each name says page, width, theme and state."""
    for name in wanted:
        for width in WIDTHS:
            for theme in THEMES:
                page = open_page(browser, f"{base}/{name}.html", width, theme)
                label = f"{name.replace('/', '-')}-{width}-{theme}"
                yield f"{label}-rest", page.screenshot(full_page=True)
                for figure in page.locator("figure.sqrtdk-explorer").all():
                    move(figure)
                    explorer = figure.get_attribute("data-name")
                    yield f"{label}-{explorer}-moved", figure.screenshot()
                page.context.close()


def main() -> int:
    """Write the screenshots and say where they are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "_build" / "shots")
    parser.add_argument("pages", nargs="*", help="for example chapters/variance; default all")
    options = parser.parse_args()
    chromium = os.environ.get("SQRTDK_CHROMIUM") or find_chromium()
    if chromium is None:
        print("No Chromium was found; install one, for example with: apt install chromium")
        return 2
    options.out.mkdir(parents=True, exist_ok=True)
    with serve(SITE) as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        for name, picture in shots(browser, base, options.pages or pages()):
            (options.out / f"{name}.png").write_bytes(picture)
        browser.close()
    print(f"Screenshots are in {options.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
