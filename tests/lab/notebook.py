"""A notebook open in JupyterLab, moved as a reader moves it.

The application is asked only to scroll and to say what the notebook holds; what is done to the
notebook is done by mouse and keyboard.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page

CONTENT = "jupyterapp.shell.currentWidget.content"
CELLS = f"""() => {CONTENT}.widgets.map((cell) => ({{
  kind: cell.model.type,
  hidden: !!cell.inputHidden,
  count: cell.model.executionCount ?? 0,
  outputs: cell.model.outputs?.toJSON() ?? [],
  source: cell.model.sharedModel.getSource(),
}}))"""
SCROLL = f"([index, where]) => {CONTENT}.scrollToItem(index, where)"
RAW = re.compile(
    r":::|```|\{[a-z]+(?:[:-][a-z]+)*\}(?:`|\s|$)|^:[a-z]+:|\$\$|\\[a-z]{3,}", re.MULTILINE
)
RENDERED = """cell => {
  const copy = cell.querySelector(".jp-InputArea").cloneNode(true);
  const apart = ".jp-Editor, .jp-InputPrompt, .katex, math, mjx-container, pre, code";
  copy.querySelectorAll(apart).forEach((one) => one.remove());
  return copy.textContent;
}"""
READY = """() => {
  const session = window.jupyterapp?.shell.currentWidget?.sessionContext;
  return session?.isReady && session.session?.kernel?.status === "idle";
}"""
WATCH = """box => {
  window.delays = [];
  let pressed = null;
  box.addEventListener("keydown", () => { pressed ??= performance.now(); }, true);
  new MutationObserver((changes) => {
    const picture = changes.some((change) => change.target.closest?.(".widget-html-content"));
    if (pressed === null || !picture) return;
    const start = pressed;
    pressed = null;
    requestAnimationFrame(() => window.delays.push(performance.now() - start));
  }).observe(box, { childList: true, subtree: true });
}"""
CONTRASTS = """box => Array.from(box.querySelectorAll("svg text"), (text) => {
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const luminance = (rgb) => rgb.slice(0, 3)
    .map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  let behind = text;
  const ground = () => channels(getComputedStyle(behind).backgroundColor);
  while (behind.parentElement && ground()[3] === 0) behind = behind.parentElement;
  const pair = [channels(getComputedStyle(text).fill), ground()].map(luminance).sort();
  return [text.textContent, (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05)];
})"""


@dataclass
class Notebook:
    """The notebook in the foreground of a JupyterLab window."""

    page: Page

    @property
    def cells(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate(CELLS)
        return found

    def run_all(self, seconds: float = 60.0) -> None:
        """Choose Run All Cells in the menu and wait until every cell has run."""
        self.page.locator(".lm-MenuBar-item", has_text="Run").click()
        self.page.locator(".lm-Menu-itemLabel", has_text=re.compile("^Run All Cells$")).click()
        waited = 0.0
        while not all(cell["count"] for cell in self.cells if cell["kind"] == "code"):
            assert waited < seconds, f"still running after {seconds} s"
            self.page.wait_for_timeout(200)
            waited += 0.2
        self.page.wait_for_timeout(500)

    def cell(self, index: int, where: str = "start") -> Locator:
        """Scroll to a cell and return it."""
        self.page.evaluate(SCROLL, [index, where])
        found = self.page.locator(f'.jp-Cell[data-windowed-list-index="{index}"]')
        found.wait_for(state="attached")
        return found

    def find(self, words: str) -> int:
        """Return the index of the code cell whose source contains some words."""
        return next(
            i for i, c in enumerate(self.cells) if c["kind"] == "code" and words in c["source"]
        )

    def text(self, index: int) -> str:
        """Return all words of a rendered text cell, folded ones too, without formulas and code."""
        cell = self.cell(index)
        cell.locator(".jp-Editor.lm-mod-hidden").wait_for(state="attached")
        words: str = cell.evaluate(RENDERED)
        return words


@dataclass
class Widgets:
    """An explorer's widgets in the output of a cell."""

    box: Locator

    @property
    def paths(self) -> list[str]:
        script = "all => all.map((one) => one.getAttribute('d') ?? one.textContent)"
        found: list[str] = self.box.locator("[data-artist]").evaluate_all(script)
        return found

    @property
    def sentence(self) -> str:
        return self.box.locator(".widget-html-content > p").last.inner_text()

    def handle(self, label: str) -> Locator:
        slider = self.box.locator(
            ".widget-slider", has=self.box.page.get_by_text(label, exact=True)
        )
        return slider.locator(".noUi-handle")

    def button(self, label: str) -> Locator:
        return self.box.get_by_role("button", name=label, exact=True)
