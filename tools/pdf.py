"""The whole book as one PDF, printed by Chromium from the built site.

All pages of ``_toc.yml`` are put into one document in the browser, so that Chromium itself lays
out the pages, leads the links inside the book to their places and shares the fonts. It prints
twice: the first print says on which page everything stands, the second one carries the numbers
in its contents.
"""

from __future__ import annotations

import os
import re
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import yaml
from book_site.doors import PDF, PDF_OFFER
from find_browser import FLAGS, find_chromium
from playwright.sync_api import Page, sync_playwright
from pypdf import PdfReader, PdfWriter
from pypdf.generic import Fit, IndirectObject, NameObject, TextStringObject
from site_server import serve

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "_build" / "html"
TOOLS = Path(__file__).resolve().parent
WIDTH, HEIGHT = 612, 948  # the printed area that `pdf.css` leaves, in CSS pixels
PRINT = {"prefer_css_page_size": True, "print_background": True, "tagged": True}
ASLEEP = re.compile(".*?".join(map(re.escape, PDF_OFFER.split("{}"))), re.DOTALL)
CELL = re.compile(rb"\(node\d{8}\)")

Parts = list[dict[str, Any]]


def described(root: Path, site: Path) -> dict[str, Any]:
    """Return what the title page says and the pages of the book, part by part."""
    config = yaml.safe_load((root / "_config.yml").read_text(encoding="utf-8"))
    toc = yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8"))
    parts: Parts = [{"caption": None, "pages": [toc["root"]]}]
    for part in toc["parts"]:
        pages = [chapter["file"] for chapter in part["chapters"]]
        parts.append({"caption": part["caption"], "pages": pages})
    citation = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    full_title = citation["preferred-citation"]["title"]
    said = {name: config[name] for name in ("title", "author", "copyright")}
    said["subtitle"] = full_title.removeprefix(config["title"]).strip()
    return said | {"offer": PDF, "parts": parts, "height": HEIGHT}


def assemble(page: Page, base: str, book: dict[str, Any]) -> Parts:
    """Put the book into the browser's page; return the headings of its parts."""
    page.goto(f"{base}/{book['parts'][0]['pages'][0]}.html", wait_until="load")
    page.add_script_tag(path=TOOLS / "pdf_page.js")
    page.add_style_tag(path=TOOLS / "pdf.css")
    page.emulate_media(media="print")
    parts: Parts = page.evaluate("(book) => assembleBook(book)", book)
    return parts


def places(printed: bytes) -> dict[str, int]:
    """Return the number of the page on which each target of a link stands, the first being 1."""
    reader = PdfReader(BytesIO(printed))
    found = reader.named_destinations.items()
    return {
        name.removeprefix("/"): int(reader.get_destination_page_number(target) or 0) + 1
        for name, target in found
    }


def print_book(page: Page) -> bytes:
    """Print the assembled book with the right numbers in its contents."""
    numbers = places(page.pdf(**PRINT))
    page.evaluate("(numbers) => numberContents(numbers)", numbers)
    printed = page.pdf(**PRINT)
    if places(printed) != numbers:
        raise RuntimeError("the numbers in the contents have moved the pages")
    return printed


def renumbered(printed: bytes) -> bytes:
    """Count the cells of tables from 1: Chromium's own numbers differ from run to run."""
    found = sorted(set(CELL.findall(printed)))
    names = {name: b"(node%08d)" % number for number, name in enumerate(found, start=1)}
    return CELL.sub(lambda cell: names[cell[0]], printed)


def add_outline(writer: PdfWriter, parts: Parts) -> None:
    """Add the bookmarks: parts, pages, sections."""
    targets = writer.named_destinations
    for part in parts:
        above: list[IndirectObject | None] = [None]
        headings = part["headings"]
        if part["caption"]:
            opening = {"level": 0, "id": headings[0]["id"], "title": part["caption"]}
            headings = [opening, *headings]
        for heading in headings:
            target = targets[f"/{heading['id']}"]
            del above[max(1, heading["level"] + bool(part["caption"])) :]
            where = Fit.xyz(left=target.left, top=target.top)
            number = writer.get_destination_page_number(target)
            made = writer.add_outline_item(
                title=heading["title"], page_number=number, parent=above[-1], fit=where
            )
            above.append(made)


def finish(printed: bytes, book: dict[str, Any], parts: Parts) -> bytes:
    """Return the printed book with bookmarks and with what it says of itself, without a date."""
    writer = PdfWriter(clone_from=BytesIO(renumbered(printed)))
    add_outline(writer, parts)
    writer.metadata = {"/Title": book["title"], "/Author": book["author"]}
    writer.page_mode = "/UseOutlines"
    writer.root_object[NameObject("/Lang")] = TextStringObject("en")
    whole = BytesIO()
    writer.write(whole)
    return whole.getvalue()


def wake_offers(site: Path) -> None:
    """Let every page of the site offer the PDF that is now there."""
    before, after = PDF_OFFER.split("{}")
    for path in site.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        awake = ASLEEP.sub(lambda offer: offer[0][len(before) : -len(after)], html)
        if awake != html:
            path.write_text(awake, encoding="utf-8")


def make_pdf(root: Path, site: Path, browser: Any) -> Path:
    """Write the PDF into the site and wake what offers it."""
    book = described(root, site)
    with serve(site) as base:
        context = browser.new_context(
            viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light"
        )
        page = context.new_page()
        parts = assemble(page, base, book)
        printed = print_book(page)
        context.close()
    path = site / PDF
    path.write_bytes(finish(printed, book, parts))
    wake_offers(site)
    return path


def main() -> int:
    """Make the PDF and say where it is."""
    chromium = os.environ.get("SQRTDK_CHROMIUM") or find_chromium()
    if chromium is None:
        print("No Chromium was found; install one, for example with: apt install chromium")
        return 2
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        path = make_pdf(ROOT, SITE, browser)
        browser.close()
    pages = len(PdfReader(path).pages)
    print(f"The book on {pages} pages ({path.stat().st_size / 1e6:.1f} MB):\n  {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
