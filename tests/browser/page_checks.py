"""What any page of the site must do, each a function of an open page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

FOLD = "details > summary:visible, button.toggle-button:visible"
OPENED = """trigger => {
  const fold = trigger.closest("details") ?? trigger.closest(".toggle, .dropdown");
  const heads = "summary, .admonition-title, .toggle-button, script";
  const inside = Array.from(fold.children).filter((part) => !part.matches(heads));
  const area = inside.map((part) => part.getBoundingClientRect().height);
  return {
    open: fold.tagName === "DETAILS" ? fold.open : !fold.classList.contains("toggle-hidden"),
    shows: Math.max(0, ...area) > 0 && inside.some((part) => part.checkVisibility()),
    says: trigger.textContent.trim().slice(0, 60),
  };
}"""
UNSET_FORMULAS = """() => {
  const formulas = Array.from(document.querySelectorAll("span.math, div.math"));
  const unset = formulas.filter((one) => !one.querySelector("mjx-container"));
  const wrong = document.querySelectorAll("mjx-merror, [data-mjx-error]");
  return {
    count: formulas.length,
    faults: [...unset, ...wrong].map((one) => one.textContent.trim()),
    sizes: formulas.filter((one) => one.checkVisibility())
      .map((one) => one.querySelector("mjx-container")?.getBoundingClientRect().width ?? 0),
  };
}"""
NAMELESS = """() => Array.from(document.querySelectorAll("img, [role=img]"), (picture) => {
  const ids = (picture.getAttribute("aria-labelledby") ?? "").split(/\\s+/).filter(Boolean);
  const words = ids.map((id) => document.getElementById(id)?.textContent ?? "");
  const said = [picture.getAttribute("alt"), picture.getAttribute("aria-label"), ...words];
  const named = said.some((text) => text?.trim());
  return named && words.every((text) => text.trim()) ? "" : picture.outerHTML.slice(0, 150);
}).filter(Boolean)"""
IN_PICTURE = "target => !!document.querySelector(target).closest('svg.sqrtdk-picture')"
TOO_WIDE = """() => Array.from(document.querySelectorAll("main *"))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => `${one.tagName}.${one.getAttribute("class")}`).slice(0, 5)"""


CUT_OFF = """() => {
  const scrolls = (one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowX);
  const inScroller = (one) => one && one.tagName !== "MAIN" &&
    (scrolls(one) || inScroller(one.parentElement));
  return Array.from(document.querySelectorAll("main :is(table, svg, img, form, output, p)"))
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !inScroller(one))
    .map((one) => `${one.tagName} "${one.textContent.trim().slice(0, 40)}" in ` +
      `${one.closest("[data-name]")?.dataset.name ?? one.parentElement.className}`);
}"""


def check_width(page: Page) -> None:
    """The page does not scroll sideways, and nothing is cut off at its edge."""
    assert page.evaluate(CUT_OFF) == []
    whole, window = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert whole <= window, f"{whole} px in a window of {window}: {page.evaluate(TOO_WIDE)}"


def check_formulas(page: Page) -> int:
    """Each formula is set; return how many there are."""
    found = page.evaluate(UNSET_FORMULAS)
    assert found["faults"] == []
    assert all(width > 0 for width in found["sizes"])
    count: int = found["count"]
    return count


def check_names(page: Page) -> None:
    """Each picture has a name for readers who do not see it."""
    assert page.evaluate(NAMELESS) == []


def check_favicon(page: Page) -> None:
    """The page names an icon, and the icon is there."""
    icons = page.locator("link[rel~=icon]").evaluate_all("all => all.map(one => one.href)")
    assert icons
    for icon in icons:
        assert icon.startswith("data:image/") or page.request.get(icon).ok, icon


def check_figures(page: Page) -> int:
    """Each figure with a caption holds a picture that is seen; return how many there are."""
    figures = page.locator("figure:has(> figcaption)").all()
    for figure in figures:
        caption = figure.locator("figcaption").inner_text().strip()
        assert caption
        pictures = figure.locator(":is(svg, img):not([hidden] *)").all()
        assert pictures, f"no picture above: {caption}"
        assert all(tall_enough(picture) for picture in pictures), f"flat picture above: {caption}"
    return len(figures)


def tall_enough(picture: Locator) -> bool:
    box = picture.bounding_box()
    return box is not None and box["height"] > 20 and box["width"] > 20


def open_folds(page: Page) -> int:
    """Open by mouse every fold that is closed, nested ones too; return how many were opened."""
    opened = 0
    for trigger in _closed_folds(page):
        trigger.click()
        state = trigger.evaluate(OPENED)
        assert state["open"], f"does not open: {state['says']}"
        assert state["shows"], f"opens and shows nothing: {state['says']}"
        opened += 1
    return opened


def _closed_folds(page: Page) -> Iterator[Locator]:
    for _ in range(4):  # folds within folds
        closed = [
            trigger for trigger in page.locator(FOLD).all() if not trigger.evaluate(OPENED)["open"]
        ]
        if not closed:
            return
        yield from closed
    raise AssertionError("folds are left that do not stay open")


def axe(page: Page) -> tuple[list[str], list[str], Counter[str]]:
    """Return what axe finds: violations, what it could not decide, and how much in pictures.

    Axe does not see the ground behind text in SVG. That contrast is computed in
    ``tests/unit/test_style.py``, so what it leaves open in our pictures is only counted.
    """
    found = Axe().run(page, options={"resultTypes": ["violations", "incomplete"]}).response
    open_questions, in_pictures = [], Counter[str]()
    for result, node in _nodes(found["incomplete"]):
        if result["id"] == "color-contrast" and page.evaluate(IN_PICTURE, node["target"][-1]):
            in_pictures.update(_reasons(node))
        else:
            open_questions.append(_line(result, node))
    violations = [_line(result, node) for result, node in _nodes(found["violations"])]
    return violations, open_questions, in_pictures


def _nodes(results: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    for result in results:
        for node in result["nodes"]:
            yield result, node


def _checks(node: dict[str, Any]) -> list[dict[str, Any]]:
    return [*node["any"], *node["all"], *node["none"]]


def _reasons(node: dict[str, Any]) -> list[str]:
    data = [(check["id"], check.get("data") or {}) for check in _checks(node)]
    return [str(said.get("messageKey", ident)) for ident, said in data]


def _line(result: dict[str, Any], node: dict[str, Any]) -> str:
    why = "; ".join(check["message"] for check in _checks(node))
    return f"{result['id']} ({result['impact']}) at {node['target']}: {why}"
