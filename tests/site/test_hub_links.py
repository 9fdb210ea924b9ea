"""The links that open a chapter on a JupyterHub, on the page for teachers."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from book_pages import ROOT, Book
from book_site import hub, states
from book_site.address import Address
from browser.visits import visit
from linked import BRANCH, REPOSITORY, LinkedSite
from site_server import serve

BOOK = Book.read()
TAIL = re.compile(r'<span class="hub-page">(.*?)</span> <code>(.*?)</code>')
PAGE = "chapters/teaching"


def test_list_gives_title_and_tail_of_each_file():
    where = Address("github.com", "an-owner", "a-book", "main")
    ((title, tail),) = TAIL.findall(hub.links(where, {"a.md": "A <b> & c"}).astext())
    assert unescape(title) == "A <b> & c"
    assert unescape(tail) == where.pull("a.md")


def test_explorer_of_a_figure_is_read_from_its_cell():
    text = (ROOT / "chapters/tanh.md").read_text(encoding="utf-8")
    assert states.explorers(text)["fig-tanh"] == "tanh_and_score"
    assert states.explorers(text.replace("explorers.tanh_and_score()", "1 + 1")) == {}


@pytest.mark.slow
def test_each_notebook_has_a_link_to_the_repository_and_branch(linked: LinkedSite):
    tails = [unescape(tail) for _, tail in TAIL.findall(linked.html(PAGE))]
    files = []
    for tail in tails:
        parts = urlsplit(tail)
        said = parse_qs(parts.query)
        assert parts.path == "/hub/user-redirect/git-pull"
        assert (said["repo"], said["branch"]) == ([REPOSITORY], [BRANCH])
        start = f"lab/tree/{REPOSITORY.rpartition('/')[2]}/"
        assert said["urlpath"][0].startswith(start)
        files.append(said["urlpath"][0].removeprefix(start))
    assert files == [page.file for page in BOOK.notebooks]
    assert set(files) <= linked.tracked()
    listed = [page.name for page in BOOK.pages if "hub-page" in linked.html(page.name)]
    assert listed == [PAGE]


@pytest.mark.slow
def test_book_without_an_address_has_the_section_and_no_list(tree):
    tree.add("hub.md", "# Hub\n\n## On a JupyterHub\n\nText.\n")
    tree.append("_toc.yml", "      - file: hub\n")
    build = tree.build()
    assert "on-a-jupyterhub" in build.pages()["hub.html"]
    assert "hub-address" not in build.pages()["hub.html"]


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize(
    ("typed", "start"),
    [
        ("https://hub.localhost", "https://hub.localhost"),
        ("hub.localhost/", "https://hub.localhost"),
        ("http://localhost:8000/at/hub/home", "http://localhost:8000/at"),
    ],
)
def test_typed_address_makes_links(browser: Any, linked: LinkedSite, typed: str, start: str):
    tails = [unescape(tail) for _, tail in TAIL.findall(linked.html(PAGE))]
    with (
        serve(linked.folder) as address,
        visit(browser, f"{address}/{PAGE}.html", strict=False) as opened,
    ):
        box = opened.page.locator(".hub-links")
        field = box.get_by_label("Address of your hub")
        field.fill("javascript://hub")
        assert box.locator("li a").count() == 0
        assert box.get_by_role("status").inner_text() == "This is no address of a hub yet."
        field.fill(typed)
        hrefs = box.locator("li a").evaluate_all("all => all.map(one => one.href)")
        assert hrefs == [start + tail for tail in tails]
        field.fill("")
        assert box.locator("li a").count() == 0
        assert box.locator("code").all_inner_texts() == tails
