"""MathJax from the site itself, without its menu.

The bundle that sphinx-mathjax-offline names weighs 264 kB compressed, 100 kB of them a menu, and
makes every formula a stop of the Tab key. The same parts one by one do neither.
"""

from fnmatch import fnmatch

from sphinx.application import Sphinx
from sphinx.config import Config

FOLDER = "_static/mathjax"
ENTRY = "mathjax/startup.js"
PARTS = ["core", "input/tex", "output/chtml", "a11y/assistive-mml"]
# Fetched when a formula needs them.
ON_DEMAND = ["input/tex/extensions/*", "output/chtml/fonts/*"]


def configure(app: Sphinx, config: Config) -> None:
    """Let every page with a formula load these parts."""
    config.mathjax_path = ENTRY
    settings = config.mathjax3_config or {}
    config.mathjax3_config = settings | {"loader": {"load": PARTS}}


def is_part(path: str) -> bool:
    """Tell whether MathJax may ask for this file, a path relative to the site."""
    patterns = [*(f"{part}.js" for part in PARTS), *ON_DEMAND]
    return any(fnmatch(path, f"{FOLDER}/{pattern}") for pattern in patterns)
