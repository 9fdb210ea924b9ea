"""Publish only what a page can load."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from sphinx.application import Sphinx

from . import mathjax

_ATTRIBUTE = re.compile(r'\b(?:src|href)="([^"]+)"')
_STYLE_REFERENCE = re.compile(r'url\(\s*["\']?([^"\')]+)|@import\s+["\']([^"\']+)')
_SOURCE_MAP = re.compile(r"\n?(?://# sourceMappingURL=\S+|/\*# sourceMappingURL=\S+ ?\*/)\s*\Z")


def references(text: str, kind: str) -> Iterator[str]:
    """Yield the addresses in an HTML page or a style sheet, without query and fragment."""
    pattern = _STYLE_REFERENCE if kind == ".css" else _ATTRIBUTE
    for found in pattern.finditer(text):
        address = next(group for group in found.groups() if group)
        if not re.match(r"[a-z]+:|//|#", address):
            yield unquote(re.split(r"[?#]", address)[0])


def reachable(site: Path) -> set[Path]:
    """Return the files that some page loads, directly or through a style sheet."""
    waiting = [page for page in site.rglob("*.html") if "_static" not in page.parts]
    seen = set(waiting)
    while waiting:
        file = waiting.pop()
        if file.suffix not in {".html", ".css"}:
            continue
        for address in references(file.read_text(encoding="utf-8"), file.suffix):
            target = (file.parent / address).resolve()
            if target.is_file() and target not in seen:
                seen.add(target)
                waiting.append(target)
    return seen


def surplus(site: Path) -> list[Path]:
    """Return the files of `_static` that nothing loads, save the licences of those kept."""
    site = site.resolve()
    wanted = reachable(site)
    wanted |= {file.with_name(f"{file.name}.LICENSE.txt") for file in wanted}
    files = [file for file in (site / "_static").rglob("*") if file.is_file()]
    return sorted(
        file
        for file in files
        if file not in wanted and not mathjax.is_part(file.relative_to(site).as_posix())
    )


def prune(app: Sphinx, exception: Exception | None) -> None:
    """Remove what nothing loads, and the references to source maps that went with it."""
    if exception is not None or app.builder.format != "html":
        return
    site = Path(app.outdir)
    for file in surplus(site):
        file.unlink()
    for folder in sorted((site / "_static").rglob("*"), reverse=True):
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
    for file in [*site.glob("_static/**/*.js"), *site.glob("_static/**/*.css")]:
        text = file.read_text(encoding="utf-8")
        if _SOURCE_MAP.search(text):
            file.write_text(_SOURCE_MAP.sub("\n", text), encoding="utf-8")
    (site / ".buildinfo").unlink(missing_ok=True)
