"""Each page's notebook, as the site offers it, runs in an empty folder, without protest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import pytest
from book_pages import ROOT, Book, Page
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat.v4 import new_code_cell, new_notebook

pytestmark = pytest.mark.slow

BOOK = Book.read()
FRONT_MATTER = re.compile(r"\A---\n(.*?)^---$", re.DOTALL | re.MULTILINE)
WIDGET_STATE = "application/vnd.jupyter.widget-state+json"
SWALLOWING = (
    "from ipywidgets import interact\ninteract(lambda x: 1 // 0, x=(0, 1));",
    """
from sqrtdk.explorer import Explorer, Range

def refuse(x):
    raise ValueError("no such state")

Explorer("bad", "Bad", [], {}, [Range("x", "x", (0, 1), 0)], state=refuse).live().box
""",
)


def run(notebook: Any, folder: Path) -> Any:
    """Run a notebook in a folder, with the state of its widgets kept."""
    settings = {"metadata": {"path": str(folder)}}
    client = NotebookClient(notebook, timeout=120, resources=settings, store_widget_state=True)
    return client.execute()


class Downloads:
    """The notebooks that the site offers, each run once, in an empty folder."""

    def __init__(self, site: Path, folder: Path) -> None:
        self.site = site
        self.folder = folder
        self.executed = cache(self._execute)

    def read(self, name: str) -> Any:
        """Return the notebook of a page as it is downloaded."""
        return nbformat.read(self.site / "_sources" / f"{name}.ipynb", as_version=4)

    def _execute(self, name: str) -> Any:
        folder = self.folder / name
        folder.mkdir(parents=True)
        return run(self.read(name), folder)


@pytest.fixture(scope="module")
def downloads(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Downloads:
    return Downloads(site, tmp_path_factory.mktemp("empty"))


def widgets(notebook: Any) -> list[dict[str, Any]]:
    """Return the models of all widgets of a notebook."""
    state = notebook.metadata.get("widgets", {}).get(WIDGET_STATE, {}).get("state", {})
    return list(state.values())


def swallowed(notebook: Any) -> list[str]:
    """Return the errors that stay inside widgets, where no run stops at them."""
    found = []
    for model in widgets(notebook):
        if "role='alert'" in str(model["state"].get("value", "")):
            found.append(model["state"]["value"])
        for output in model["state"].get("outputs", ()):
            if output["output_type"] == "error" or output.get("name") == "stderr":
                found.append(str(output))
    return found


def outputs(notebook: Any) -> Iterator[tuple[str, Any]]:
    """Yield each output of a notebook with the first line of its cell."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            first = cell.source.strip().split("\n")[0]
            yield from ((first, output) for output in cell.outputs)


def html_of(output: Any) -> str:
    return "".join(output.get("data", {}).get("text/html", ""))


def by_name(page: Page) -> str:
    return page.name


def test_all_notebook_pages_are_collected() -> None:
    files = [ROOT / "intro.md", *(ROOT / "chapters").rglob("*.md")]
    starts = {file: FRONT_MATTER.search(file.read_text(encoding="utf-8")) for file in files}
    notebooks = [file for file, start in starts.items() if start and "kernelspec" in start[1]]
    assert len(BOOK.notebooks) == len(notebooks) > 0


@pytest.mark.parametrize("page", BOOK.notebooks, ids=by_name)
def test_page_runs(downloads: Downloads, page: Page) -> None:
    notebook = downloads.executed(page.name)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(code) == 1 + len(page.cells)
    assert all(cell.execution_count for cell in code)
    for first, output in outputs(notebook):
        assert output.output_type != "error", first
        assert output.get("name") != "stderr", f"{first}: {output.get('text')}"


@pytest.mark.parametrize("page", BOOK.notebooks, ids=by_name)
def test_no_widget_swallowed_an_error(downloads: Downloads, page: Page) -> None:
    notebook = downloads.executed(page.name)
    assert swallowed(notebook) == []
    if "explorers." in page.text:
        assert widgets(notebook)


def test_swallowed_errors_are_found(tmp_path: Path) -> None:
    notebook = new_notebook(cells=[new_code_cell(source) for source in SWALLOWING])
    found = swallowed(run(notebook, tmp_path))
    for words in ("division", "no such state"):
        assert any(words in error for error in found), found
    assert len(found) == len(SWALLOWING)


@pytest.mark.parametrize("page", BOOK.notebooks, ids=by_name)
def test_captioned_cells_show_a_picture(downloads: Downloads, page: Page) -> None:
    cells = [cell for cell in downloads.executed(page.name).cells if cell.cell_type == "code"]
    for source, cell in zip(page.cells, cells[1:], strict=True):
        if source.figure:
            assert source.figure["caption"]
            assert source.figure["name"]
            assert any("<svg" in html_of(output) for output in cell.outputs), cell.source


# The download itself ---------------------------------------------------------------------

HIDING = "import sys\n\nsys.modules['sqrtdk'] = None\n"
OFFERED = ("text/plain", "text/html")


@pytest.mark.parametrize("page", BOOK.notebooks, ids=by_name)
def test_download_holds_what_the_page_shows(downloads: Downloads, page: Page) -> None:
    notebook = downloads.read(page.name)
    nbformat.validate(notebook)
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    first, *cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert first is notebook.cells[0]
    for source, cell in zip(page.cells, cells, strict=True):
        assert cell.source.strip() == source.code.strip()
        hidden = cell.metadata.get("jupyter", {}).get("source_hidden", False)
        assert hidden == source.source_hidden
        assert all(set(output.get("data", {})) <= set(OFFERED) for output in cell.outputs)
        if source.figure:
            assert any("<svg" in html_of(output) for output in cell.outputs)
    assert "application/json" not in nbformat.writes(notebook)


@pytest.mark.parametrize("page", BOOK.notebooks, ids=by_name)
def test_download_links_to_nothing_it_lacks(downloads: Downloads, page: Page) -> None:
    words = [c.source for c in downloads.read(page.name).cells if c.cell_type == "markdown"]
    assert not re.findall(r"\]\((?!https?:|#)[^)]*\)", "\n".join(words))


def test_download_without_the_package_stops_with_one_sentence(
    downloads: Downloads, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    startup = tmp_path / "ipython/profile_default/startup"
    startup.mkdir(parents=True)
    (startup / "hide.py").write_text(HIDING)
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    empty = tmp_path / "empty"
    empty.mkdir()
    notebook = downloads.read("intro")
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.execution_count, cell.outputs = None, []
    with pytest.raises(CellExecutionError):
        run(notebook, empty)
    first, *others = [cell for cell in notebook.cells if cell.cell_type == "code"]
    (output,) = first.outputs
    (sentence,) = output.traceback
    assert sentence.startswith("This notebook needs the Python package of the book: run ")
    assert sentence.endswith(" and run the notebook again.")
    assert sentence.count("\n") == 0
    assert all(not cell.execution_count and not cell.outputs for cell in others)
