"""The whole book on paper: ``make pdf``, made once from a copy of the built site."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pdf
import pytest
from book_site.doors import PDF, PDF_OFFER

from browser.printed import FORMULA, Article, Printed, squeezed

pytestmark = [pytest.mark.slow, pytest.mark.browser]

ROOT = Path(__file__).resolve().parents[2]
PARTS = pdf.described(ROOT, ROOT)["parts"]
PAGES = [page for part in PARTS for page in part["pages"]]
LONG_TABLE = 16  # rows; from here on a table may go on over the page
OFFERED = re.compile(rf"<a href='([^']*{re.escape(PDF)})'")
ASLEEP = PDF_OFFER.split("{}")[0]


@pytest.fixture(scope="session")
def copied(site: Path, browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the site with its PDF."""
    folder = tmp_path_factory.mktemp("paper") / "html"
    shutil.copytree(site, folder, ignore=shutil.ignore_patterns(PDF))
    pdf.make_pdf(ROOT, folder, browser)
    return folder


@pytest.fixture(scope="session")
def printed(copied: Path) -> Printed:
    return Printed(copied / PDF)


@pytest.fixture(scope="session")
def articles(copied: Path) -> dict[str, Article]:
    """The text of the pages, without the offer of the PDF among the ways to read."""
    read = {page: (copied / f"{page}.html").read_text(encoding="utf-8") for page in PAGES}
    return {page: Article(html, without=PDF) for page, html in read.items()}


def test_every_page_but_the_title_carries_its_number(printed: Printed) -> None:
    carried = [number for number, _ in printed.sheets]
    assert carried == ["", *map(str, range(2, len(carried) + 1))]


def test_bookmarks_are_the_parts_pages_and_headings(
    printed: Printed, articles: dict[str, Article]
) -> None:
    wanted: list[tuple[int, str]] = []
    for part in PARTS:
        below = 0 if part["caption"] is None else 1
        if below:
            wanted.append((0, squeezed(part["caption"])))
        for page in part["pages"]:
            headings = articles[page].headings
            wanted.extend((level - 1 + below, words) for level, words in headings)
    assert len(printed.bookmarks) == len(wanted)
    for (depth, words, number), (wanted_depth, pattern) in zip(
        printed.bookmarks, wanted, strict=True
    ):
        assert depth == wanted_depth, words
        assert re.fullmatch(".+".join(map(re.escape, pattern.split(FORMULA))), squeezed(words))
        for run in pattern.split(FORMULA) if number > 3 and depth else []:
            assert run in printed.text(number), (words, number)


def test_each_page_of_the_site_begins_a_sheet(printed: Printed) -> None:
    starts = [printed.number(printed.named[f"/{page.replace('/', '-')}"]) for page in PAGES]
    assert starts == sorted(set(starts))
    for page, start in zip(PAGES, starts, strict=True):
        title = next(words for _, words, number in printed.bookmarks if number == start)
        assert title
        assert start > 2, page


def test_contents_name_the_pages_that_their_links_lead_to(printed: Printed) -> None:
    first = printed.number(printed.named[f"/{PAGES[0]}"])
    said = [
        int(number)
        for _, text in printed.sheets[1 : first - 1]
        for number in re.findall(r"(\d+)$", text, re.MULTILINE)
    ]
    links = [link for link in printed.links if link.page < first]
    led = [printed.number(printed.named[link.target]) for link in links]
    assert said
    assert said == led


def test_links_lead_to_a_place_in_the_book_or_out_of_it(printed: Printed) -> None:
    for link in printed.links:
        if link.address is None:
            assert link.target in printed.named, link
        else:
            parts = urlsplit(link.address)
            assert parts.scheme in ("http", "https", "mailto"), link
            assert parts.hostname not in ("127.0.0.1", "localhost"), link


def test_links_out_of_the_book_are_those_of_the_site(
    printed: Printed, articles: dict[str, Article]
) -> None:
    wanted = set().union(*(article.addresses for article in articles.values()))
    assert {link.address for link in printed.links if link.address} == wanted


@pytest.mark.parametrize(
    "within", ["details", "div.solution", ".sqrtdk-explorer", ":scope > section"]
)
def test_all_words_are_printed(
    within: str, printed: Printed, articles: dict[str, Article]
) -> None:
    runs = set().union(*(article.sentences(within) for article in articles.values()))
    assert runs
    missing = {run for run in runs if not printed.prints(run)}
    assert not missing


def test_formulas_are_set(printed: Printed) -> None:
    assert not [text for text in printed.texts if re.search(r"\\(\(|\[|mathbb|frac)", text)]


def test_pictures_are_whole_on_one_sheet(printed: Printed, copied: Path) -> None:
    drawn = sum(
        (copied / f"{page}.html").read_text(encoding="utf-8").count('<figure class="sqrtdk-')
        for page in PAGES
    )
    assert len(printed.pictures) >= 2 * drawn > 0
    for called, on, rows in printed.pictures:
        assert len(on) == 1 or rows > LONG_TABLE, (called, on)


def test_the_book_says_what_it_is(printed: Printed) -> None:
    for said in ("Expectation, variance and the scale of attention", "book contributors"):
        assert squeezed(said) in printed.texts[0]
    assert printed.reader.metadata == {
        "/Title": "Why √dₖ?",
        "/Author": "The √dₖ book contributors",
    }
    root = printed.reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]


def test_offers_are_awake_with_the_file_and_asleep_without(copied: Path, site: Path) -> None:
    for folder in (copied, site):
        for page in PAGES:
            html = (folder / f"{page}.html").read_text(encoding="utf-8")
            offers = OFFERED.findall(html)
            assert offers, page
            assert all((folder / page).parent.joinpath(url).exists() for url in offers) == (
                ASLEEP not in html
            )


def test_waking_twice_is_waking_once(tmp_path: Path) -> None:
    page = tmp_path / "chapters/page.html"
    page.parent.mkdir()
    said = f" <a href='../{PDF}'>The book as a PDF</a>"
    page.write_text(f"<p>{PDF_OFFER.format(said)}</p><!-- kept -->{PDF_OFFER.format(said)}")
    for _ in range(2):
        pdf.wake_offers(tmp_path)
        assert page.read_text() == f"<p>{said}</p><!-- kept -->{said}"
