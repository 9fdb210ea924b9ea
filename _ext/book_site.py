"""What the built site needs beyond the theme: see setup()."""

from typing import Any

from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
