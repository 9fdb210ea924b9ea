"""Measure what the book promises, and print it as one table with ratios to the bars."""

from __future__ import annotations

import argparse
import gzip
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import binder
import book
import numpy as np
from find_browser import FLAGS, find_chromium
from playwright.sync_api import Page, sync_playwright
from site_server import serve
from sqrtdk import explorers, generator_table, standard_library_row
from sqrtdk.explorer.controls import product_size

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "_build" / "html"
MOVES = """(figure) => {
  const times = [];
  for (const input of figure.querySelectorAll("input[type=range]")) {
    const stops = Number(input.max) + 1;
    for (let move = 0; move < 5 * stops; move += 1) {
      input.value = move % stops;
      const start = performance.now();
      input.dispatchEvent(new Event("input", { bubbles: true }));
      times.push(performance.now() - start);
    }
  }
  return times;
}"""


@dataclass(frozen=True)
class Row:
    """One measured number and the bar it is held against, if it is held against one."""

    what: str
    found: float
    bar: float | None
    unit: str
    at_least: bool = False

    def __str__(self) -> str:
        measured = f"{self.what:58} {self.found:12,.4g} {self.unit:6}"
        if self.bar is None:
            return measured
        ratio = self.found / self.bar
        sign = "≥" if self.at_least else "≤"
        kept = ratio >= 1 if self.at_least else ratio <= 1
        mark = "" if kept else "  <-- beyond the bar"
        bar = f"{sign} {self.bar:,.4g}"
        return f"{measured} {bar:>12} {ratio:8.2f}{mark}"


def seconds(work: Callable[[], object], repeat: int = 1) -> float:
    """Return the best time of a piece of work."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def explorer_rows() -> Iterator[Row]:
    """States, bytes and seconds of each explorer."""
    for name in explorers.__all__:
        explorer = getattr(explorers, name)()
        pages: list[str] = []
        spent = seconds(lambda keep=pages, one=explorer: keep.append(one.html()))
        size = len(gzip.compress(pages[0].encode(), mtime=0)) / 1000
        yield Row(f"{name}: states", product_size(explorer.controls), 3_000, "")
        yield Row(f"{name}: gzipped", size, 60, "kB")
        yield Row(f"{name}: computed in", spent, 5, "s")


def page_rows() -> Iterator[Row]:
    """Own bytes of each page, and all bytes of the first chapter."""
    for page in sorted(SITE.glob("chapters/*.html")):
        size = len(gzip.compress(page.read_bytes(), mtime=0)) / 1000
        yield Row(f"{page.stem}.html: own bytes gzipped", size, 300, "kB")


def sampler_rows() -> Iterator[Row]:
    """Compare the standard library's loop with the samplers on the notes' table."""
    sizes = (4, 64, 512)
    rng = np.random.default_rng(0)
    per_draw = seconds(lambda: standard_library_row(64, 1_000, Random(0))) / 64_000
    loop = per_draw * 20_000 * sum(sizes)

    def plain() -> None:
        for d_k in sizes:
            q, k = rng.standard_normal((2, 20_000, d_k))
            np.einsum("ij,ij->i", q, k).var()

    def exact() -> None:
        generator_table(sizes, 20_000, rng=rng)

    def by_components() -> None:
        generator_table(sizes, 20_000, rng=rng, method="components")

    numpy_line, law = seconds(plain, 3), seconds(exact, 5)
    yield Row("notes' table: loop over exact law", loop / law, 1_000, "times", at_least=True)
    yield Row(
        "notes' table: NumPy line over exact law", numpy_line / law, 50, "times", at_least=True
    )
    components = seconds(by_components, 3)
    yield Row("notes' table: loop over components", loop / components, 20, "times", at_least=True)


def build_rows() -> Iterator[Row]:
    """Time a clean build in a copy, and a second make book where nothing changed."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(
            ["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True
        )
        subprocess.run(["tar", "-xf", "-", "-C", folder], input=archive.stdout, check=True)
        command = [str(Path(sys.executable).parent / book.BUILD[0]), *book.BUILD[1:]]
        spent = seconds(
            lambda: subprocess.run(command, cwd=folder, capture_output=True, check=True)
        )
    yield Row("clean build with all execution", spent, 150, "s")
    again = ["make", "book"]
    subprocess.run(again, cwd=ROOT, capture_output=True, check=True)
    unchanged = seconds(lambda: subprocess.run(again, cwd=ROOT, capture_output=True, check=True))
    yield Row("make book, nothing changed", unchanged, 3, "s")


def binder_rows() -> Iterator[Row]:
    """Time what Binder does on top of its image, with nothing cached, and weigh what it fetches.

    The bytes are those that pip names as it downloads.
    """
    with tempfile.TemporaryDirectory() as folder:
        home = binder.Home(Path(folder))
        home.take_the_book()
        said: list[str] = []
        spent = seconds(lambda: said.append(home.take_the_steps(PIP_NO_CACHE_DIR="1")))
        yield Row("Binder: environment, pins, package, postBuild", spent, 120, "s")
        yield Row("Binder: downloaded by pip", binder.downloaded(said[0]) / 1e6, 300, "MB")
        size = binder.size_of(home.root / "venv")
        yield Row("Binder: environment on the disk", size / 1e6, None, "MB")


def weight(page: Page, address: str) -> float:
    """Return the gzipped kilobytes that a page loads, each file once."""
    sizes: dict[str, int] = {}
    page.on("response", lambda r: sizes.setdefault(r.url, len(gzip.compress(r.body()))))
    page.goto(address, wait_until="networkidle")
    return sum(sizes.values()) / 1000


def browser_rows(chromium: str) -> Iterator[Row]:
    """Script time of a move, and the weight of the first chapter."""
    with serve(SITE) as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        total = weight(browser.new_page(), f"{base}/chapters/expectation.html")
        yield Row("first chapter, all files gzipped", total, 500, "kB")
        for file in [SITE / "intro.html", *sorted(SITE.glob("chapters/*.html"))]:
            page = browser.new_page()
            page.goto(f"{base}/{file.relative_to(SITE).as_posix()}")
            for figure in page.locator("figure.sqrtdk-explorer").all():
                times = sorted(figure.evaluate(MOVES))
                name = f"{file.stem}, {figure.get_attribute('data-name')}"
                yield Row(f"{name}: move, median", statistics.median(times), 4, "ms")
                yield Row(f"{name}: move, p95", times[int(0.95 * len(times))], 4, "ms")
            page.close()
        browser.close()


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--no-build", action="store_true", help="leave out the build and Binder")
    options = parser.parse_args()
    print(f"{'what':58} {'measured':>12} {'unit':6} {'bar':>12} {'ratio':>8}")
    parts: list[Iterator[Row]] = [explorer_rows(), sampler_rows(), page_rows()]
    chromium = os.environ.get("SQRTDK_CHROMIUM") or find_chromium()
    if chromium:
        parts.append(browser_rows(chromium))
    if not options.no_build:
        parts += [build_rows(), binder_rows()]
    for part in parts:
        for row in part:
            print(row, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
