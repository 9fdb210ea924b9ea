"""A visit to a page: a window that records whatever goes wrong and leaves the machine nowhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Route

LOCAL = {"127.0.0.1", "localhost"}
TIMEOUT = 15_000  # milliseconds
INLINE = {"data", "blob", "about"}
COUNT_WRITES = """
    window.writesOfAddress = [];
    const replace = history.replaceState;
    history.replaceState = function (state, title, url) {
      window.writesOfAddress.push([performance.now(), String(url)]);
      return replace.apply(this, arguments);
    };
"""


@dataclass
class Visit:
    """A page and what was recorded while it was open."""

    page: Page
    faults: list[str] = field(default_factory=list)

    def record(self, strict: bool) -> None:
        """Write down exceptions and requests elsewhere; if strict, all that is said or missing."""
        self.page.on("pageerror", self._exception)
        self.page.context.route("**/*", self._request)
        if strict:
            self.page.on("console", self._console)
            self.page.on("response", self._response)

    def _exception(self, error: Any) -> None:
        where = (error.stack or "").split("\n")[1:3]
        self.faults.append(f"exception: {error} {' '.join(where)}")

    def _console(self, message: Any) -> None:
        if message.type in ("warning", "error"):
            self.faults.append(f"console {message.type}: {message.text}")

    def _response(self, response: Any) -> None:
        if response.status >= 400:
            self.faults.append(f"status {response.status}: {response.url}")

    def _request(self, route: Route) -> None:
        parts = urlsplit(route.request.url)
        if parts.scheme == "file" or parts.scheme in INLINE or parts.hostname in LOCAL:
            route.continue_()
            return
        self.faults.append(f"request to another host: {route.request.url}")
        route.abort()


@contextmanager
def visit(
    browser: Browser,
    address: str | None = None,
    *,
    theme: str = "light",
    width: int = 1280,
    strict: bool = True,
    **more: Any,
) -> Iterator[Visit]:
    """Open a window in a theme and a width; at the end nothing may have gone wrong."""
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=theme, **more
    )
    context.add_init_script(COUNT_WRITES)
    context.set_default_timeout(TIMEOUT)
    opened = Visit(context.new_page())
    opened.record(strict)
    try:
        if address is not None:
            open_page(opened.page, address)
        yield opened
    finally:
        context.close()
    assert not opened.faults, "\n".join(opened.faults)


def open_page(page: Page, address: str) -> None:
    """Load a page afresh, even if only the part after # is new, and wait for its formulas."""
    page.goto("about:blank")
    page.goto(address, wait_until="load")
    page.evaluate("() => window.MathJax?.startup?.promise?.then(() => null)")


def soon(
    page: Page, look: Callable[[], Any], wanted: Any, what: str, seconds: float = 1.5
) -> None:
    """Wait until `look` returns `wanted`, and fail in words if it does not."""
    waited, seen = 0.0, look()
    while seen != wanted and waited < seconds:
        page.wait_for_timeout(40)
        waited, seen = waited + 0.04, look()
    assert seen == wanted, f"{what}: {seen!r} instead of {wanted!r}"
