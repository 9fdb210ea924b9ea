"""The chapters as notebooks in a real JupyterLab, installed from the pins, as on Binder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from shutil import copy
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from book_pages import ROOT, Book, Page
from browser.answers import UNREADABLE
from browser.places import explorer_called, mentioned, question_called, shown
from browser.visits import soon, visit
from linked import LinkedSite
from sqrtdk.explorer.question import NOT_A_NUMBER

from lab.notebook import CONTRASTS, RAW, READY, WATCH, Notebook, Widgets
from lab.server import Home

pytestmark = [pytest.mark.slow, pytest.mark.browser]

BOOK = Book.read()
MAIN = next(page for page in BOOK.pages if page.name == "chapters/expectation")
OTHERS = [page for page in BOOK.notebooks if page is not MAIN]
SHOTS = ROOT / "_build" / "shots"
EXPLORER = "loaded_die"
SLIDER = "Tilt"
GUARD = "class Missing(ImportError)"
COUNT = "() => window.delays.length"
N_MOVES = 20
TEXT_CONTRAST = 4.5
Opening = Callable[[Page], AbstractContextManager[Notebook]]
NOT_OURS = ["_markdownOverlapsToolbar"]  # JupyterLab's toolbar does not know jupyterlab-myst


@contextmanager
def notebook_at(browser: Any, url: str) -> Iterator[Notebook]:
    """Open an address of JupyterLab as a notebook; at the end no script may have failed."""
    with visit(browser, strict=False) as window:
        window.page.goto(f"{url}?reset")
        window.page.locator(".jp-Notebook, .jp-FileEditor").first.wait_for(timeout=60_000)
        assert window.page.locator(".jp-FileEditor").count() == 0, f"{url} opens as text"
        window.page.wait_for_function(READY, timeout=60_000)
        yield Notebook(window.page)
        window.faults[:] = [f for f in window.faults if not any(k in f for k in NOT_OURS)]


def place_of(linked: LinkedSite, page: Page) -> str:
    """Return what the button of a page asks Binder to open."""
    (url,) = [url for url in linked.header_links(page.name) if "mybinder.org" in url]
    (asked,) = parse_qs(urlsplit(url).query)["urlpath"]
    return asked


@pytest.fixture(scope="session")
def notebook(browser: Any, lab: str, linked: LinkedSite) -> Opening:
    """Open a page as its button on the built site does."""
    return lambda page: notebook_at(browser, f"{lab}/{place_of(linked, page)}")


@pytest.fixture(scope="module")
def main(notebook: Opening, home: Home) -> Iterator[Notebook]:
    """The chapter with the first explorer, light, with all its cells run."""
    home.theme("light")
    with notebook(MAIN) as opened:
        opened.run_all()
        yield opened


@pytest.fixture
def die(main: Notebook) -> Widgets:
    """The explorer at rest, in view."""
    index = main.find(f"explorers.{EXPLORER}(")
    widgets = Widgets(main.cell(index, "center").locator(".sqrtdk-live"))
    widgets.button("Reset").click()
    wait_for(widgets, **explorer_called(EXPLORER).resting_values)
    return widgets


def wait_for(widgets: Widgets, **values: Any) -> None:
    """Wait until the widgets say the sentence of a state, as Python says it."""
    wanted = shown(explorer_called(EXPLORER), values)
    soon(widgets.box.page, lambda: widgets.sentence, wanted, f"the sentence at {values}", 5.0)


def faults_of(opened: Notebook, page: Page) -> Iterator[str]:
    """Say what a reader sees wrong in a notebook that has run."""
    sources = iter(page.cells)
    for index, cell in enumerate(opened.cells):
        if cell["kind"] != "code":
            raw = RAW.findall(opened.text(index))
            if raw:
                yield f"text cell {index} shows {raw}"
            continue
        if GUARD in cell["source"]:
            continue
        source = next(sources)
        if source.source_hidden != cell["hidden"]:
            yield f"the code of a solution is in view: {cell['source']}"
        complaints = [
            output
            for output in cell["outputs"]
            if output["output_type"] == "error" or output.get("name") == "stderr"
        ]
        if complaints:
            yield f"cell {index} says {complaints}"
        if source.figure and not opened.cell(index).locator("svg.sqrtdk-picture").count():
            yield f"no picture under {cell['source']}"
        if opened.page.locator(".jp-OutputArea [role=alert]").count():
            yield f"a widget under {cell['source']} shows an error"


def move_sliders(opened: Notebook, name: str) -> None:
    """Move each slider of an explorer to an end by a key: the picture follows, and comes back."""
    explorer = explorer_called(name)
    cell = opened.cell(opened.find(f"explorers.{name}("), "center")
    widgets = Widgets(cell.locator(".sqrtdk-live"))
    rest = widgets.paths
    for slider in (control for control in explorer.controls if control.kind == "range"):
        where = f"the picture of {name} follows {slider.label!r}"
        widgets.handle(slider.label).press("Home" if slider.rest else "End")
        soon(opened.page, lambda: widgets.paths != rest, True, where, 5.0)
        widgets.button("Reset").click()
        soon(opened.page, lambda: widgets.paths == rest, True, f"{where} back", 5.0)


def test_chapter_reads_as_a_notebook(main: Notebook) -> None:
    assert sum(cell["kind"] == "code" for cell in main.cells) == len(MAIN.cells)
    assert list(faults_of(main, MAIN)) == []
    assert sum(cell["hidden"] for cell in main.cells) > 0


def test_explorer_rests_where_the_page_does(die: Widgets) -> None:
    assert die.box.locator("svg.sqrtdk-picture").count() == len(explorer_called(EXPLORER).panels)
    assert all(die.paths)


def test_keys_move_the_picture_and_the_sentence(main: Notebook, die: Widgets) -> None:
    rest, before = explorer_called(EXPLORER).resting_values, die.paths
    for key, tilt in (("Home", "0.00"), ("ArrowRight", "0.05"), ("End", "1.00")):
        die.handle(SLIDER).press(key)
        wait_for(die, **rest | {"tilt": tilt})
        assert sum(a != b for a, b in zip(before, die.paths, strict=True)) >= 3
    die.box.get_by_role("button", name="2", exact=True).press("Enter")
    wait_for(die, **rest | {"tilt": "1.00", "face": 2})


def test_throw_again_draws(main: Notebook, die: Widgets) -> None:
    rest, before = explorer_called(EXPLORER).resting_values, die.paths
    for sample in range(1, 8):
        die.button("Throw again").click()
        wait_for(die, **rest | {"sample": sample})
    assert die.paths != before
    die.button("Reset").click()
    wait_for(die, **rest)
    assert die.paths == before


def test_free_weights(main: Notebook, die: Widgets) -> None:
    for face in range(1, 7):
        die.handle(f"Weight of {face}").press("End" if face < 3 else "Home")
    said = "chances 0.50, 0.50, 0.00, 0.00, 0.00 and 0.00"
    soon(main.page, lambda: said in die.sentence, True, die.sentence, 5.0)


def test_new_picture_in_time(main: Notebook, die: Widgets, say: Callable[[str], None]) -> None:
    heights = set()
    die.box.evaluate(WATCH)
    for move in range(N_MOVES + 1):
        die.handle(SLIDER).press("ArrowRight" if move else "Home")
        soon(main.page, lambda: main.page.evaluate(COUNT), move + 1, "new pictures", 5.0)
        heights.add(round(die.box.locator(".sqrtdk-panels").evaluate("e => e.offsetHeight")))
    delays = np.array(main.page.evaluate("() => window.delays"))
    median, high = np.percentile(delays, [50, 95])
    say(
        f"JupyterLab: key to new picture, {len(delays)} moves: median {median:.0f} ms, "
        f"p95 {high:.0f} ms, largest {delays.max():.0f} ms"
    )
    assert len(heights) == 1, f"the picture changes its height: {heights}"


@pytest.mark.parametrize("name", mentioned(MAIN, "questions"))
def test_question_answers(main: Notebook, name: str) -> None:
    question = question_called(name)
    cell = main.cell(main.find(f"questions.{name}("), "center")
    for option in question.options:
        if question.number:
            answer(cell, option.words)
        else:
            cell.get_by_role("radio", name=option.words, exact=True).check()
        soon(main.page, lambda: verdict(cell), option.verdict, option.words, 5.0)
    if question.number:
        answer(cell, UNREADABLE[2])
        soon(main.page, lambda: verdict(cell), NOT_A_NUMBER, UNREADABLE[2], 5.0)


def answer(cell: Any, words: str) -> None:
    cell.locator("input[type=text]").fill(words)
    cell.locator("input[type=text]").press("Enter")


def verdict(cell: Any) -> str:
    found: str = cell.locator(".widget-html-content").last.inner_text()
    return found.strip()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_in_pictures_can_be_read(notebook: Opening, home: Home, theme: str) -> None:
    home.theme(theme)
    SHOTS.mkdir(parents=True, exist_ok=True)
    with notebook(MAIN) as opened:
        opened.run_all()
        cell = opened.cell(opened.find(f"explorers.{EXPLORER}("), "start")
        opened.page.wait_for_timeout(300)
        opened.page.screenshot(path=SHOTS / f"lab-chapters-expectation-{theme}-rest.png")
        widgets = Widgets(cell.locator(".sqrtdk-live"))
        pale = [pair for pair in widgets.box.evaluate(CONTRASTS) if pair[1] < TEXT_CONTRAST]
        widgets.handle(SLIDER).press("Home")
        wait_for(widgets, **explorer_called(EXPLORER).resting_values | {"tilt": "0.00"})
        opened.page.screenshot(path=SHOTS / f"lab-chapters-expectation-{theme}-moved.png")
        assert not pale, f"contrast too low in the {theme} theme: {pale}"


@pytest.mark.parametrize("page", OTHERS, ids=lambda page: page.name)
def test_other_pages_run(notebook: Opening, home: Home, page: Page) -> None:
    home.theme("dark")
    with notebook(page) as opened:
        opened.run_all()
        for name in mentioned(page, "explorers"):
            move_sliders(opened, name)
        assert list(faults_of(opened, page)) == []


def test_downloaded_notebook_runs(browser: Any, lab: str, home: Home, site: Path) -> None:
    folder = home.book / "downloads"
    folder.mkdir()
    copy(site / f"_sources/{MAIN.name}.ipynb", folder / "page.ipynb")
    home.theme("light")
    with notebook_at(browser, f"{lab}/lab/tree/downloads/page.ipynb") as opened:
        assert GUARD in opened.cells[0]["source"]
        rest = [i for i, c in enumerate(opened.cells) if c["kind"] == "code"][1:]
        assert any(opened.cells[index]["outputs"] for index in rest)
        opened.run_all()
        for name in mentioned(MAIN, "explorers"):
            move_sliders(opened, name)
        assert list(faults_of(opened, MAIN)) == []
