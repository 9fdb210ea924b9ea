"""The two pages that are not chapters: the redirect at the root and the page not found."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sphinx.application import Sphinx


def collect(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield name, context and template of each of them."""
    icon = app.config.html_favicon
    svg = Path(app.srcdir, icon).read_text(encoding="utf-8") if icon else ""
    shared = {
        "book": app.config.html_title,
        "language": app.config.language,
        "icon": f"data:image/svg+xml,{quote(svg)}",
        "home": f"{app.config.root_doc}.html",
    }
    yield "index", shared, "index_redirect.html"
    yield (
        "404",
        shared | {"root": app.config.html_baseurl, "folders": page_folders(app.env.found_docs)},
        "404.html",
    )


def page_folders(docnames: set[str]) -> list[str]:
    """Return the folders directly under the root of the site that hold pages, sorted."""
    return sorted({name.split("/")[0] for name in docnames if "/" in name})
