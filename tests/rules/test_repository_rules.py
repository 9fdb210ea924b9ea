"""The repository and the package against their rules, and planted cases for each rule."""

from __future__ import annotations

import pytest
from book_pages import ROOT

from rules import repository
from rules.docstrings import docstrings

RULES = {
    "plain_code_folder": repository.plain_code_folder,
    "machine_paths": repository.machine_paths,
    "layers": repository.layers,
    "names_of_modules": repository.names_of_modules,
    "sizes": repository.sizes,
    "docstrings": docstrings,
}
GOOD = '''"""A module."""


def mean(values: list[float]) -> float:
    """Return the mean.

    Parameters
    ----------
    values : list of float
        The numbers.

    Returns
    -------
    float
        Their mean.

    Examples
    --------
    >>> mean([1, 3])
    2.0
    """
    return sum(values) / len(values)
'''
LONG_FUNCTION = "def run() -> None:\n" + '    """Run."""\n' + "    pass\n" * 40
PLANTED = [
    ("plain_code_folder", "code/__init__.py", "", "standard library"),
    ("machine_paths", "README.md", "see /" + "work/here", "README.md:1"),
    ("machine_paths", "tests/test_x.py", "PLACE = '/" + "root/x'", "tests/test_x.py:1"),
    ("machine_paths", "tools/x.sh", "cd /" + "tmp/x", "tools/x.sh:1"),
    ("layers", "code/sqrtdk/discrete.py", "import matplotlib", "module of numbers"),
    ("layers", "code/sqrtdk/discrete.py", "from sqrtdk import plots", "sqrtdk.plots"),
    ("layers", "code/sqrtdk/discrete.py", "from . import plots", "sqrtdk.plots"),
    ("layers", "code/sqrtdk/simulate.py", "def f():\n    import sqrtdk.news", "sqrtdk.news"),
    ("layers", "code/sqrtdk/plots.py", "from ipywidgets import HTML", "module of pictures"),
    ("layers", "code/sqrtdk/plots.py", "from sqrtdk.explorers import die", "module of pictures"),
    ("layers", "code/sqrtdk/explorers.py", "from matplotlib import pyplot", "pyplot"),
    ("layers", "code/sqrtdk/__init__.py", "import matplotlib.pyplot as plt", "pyplot"),
    ("layers", "code/sqrtdk/explorer/svg.py", "from sqrtdk.discrete import x", "the engine"),
    ("layers", "code/sqrtdk/explorer/svg.py", "from ..style import THEORY", "sqrtdk.style"),
    ("layers", "code/sqrtdk/explorer/svg.py", "import sqrtdk", "the engine"),
    ("names_of_modules", "code/sqrtdk/other.py", "def mean(): ...", "name of a module"),
    ("sizes", "code/sqrtdk/other.py", "x = 1\n" * 300, "300 lines"),
    ("sizes", "code/sqrtdk/other.py", LONG_FUNCTION, "run has"),
    ("docstrings", "code/sqrtdk/other.py", "def f(): ...", "no docstring"),
    ("docstrings", "code/sqrtdk/other.py", "class A: ...", "no docstring"),
    ("docstrings", "code/sqrtdk/other.py", GOOD.replace("Parameters", "Input"), "Parameters"),
    ("docstrings", "code/sqrtdk/other.py", GOOD.replace("Returns", "Output"), "Returns"),
    ("docstrings", "code/sqrtdk/discrete.py", GOOD.replace("Examples", "See"), "Examples"),
]


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_repository(rule):
    findings = rule(ROOT)
    assert not findings, f"{rule.__doc__}\n" + "\n".join(map(str, findings))


def plant(root, files):
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def good_files():
    return {
        "README.md": "Fine, also /usr/bin and a/wo" + "rk/b.",
        "tests/test_fine.py": "PLACE = '/" + "tmp/x'",
        "code/sqrtdk/__init__.py": "from sqrtdk.discrete import mean as average",
        "code/sqrtdk/mean.py": '"""A module whose name no function bears."""',
        "code/sqrtdk/discrete.py": GOOD.replace("mean", "average"),
        "code/sqrtdk/plots.py": "import matplotlib.figure\nfrom sqrtdk import discrete",
        "code/sqrtdk/explorer/svg.py": "from sqrtdk.explorer import core\nfrom . import paths",
        "code/sqrtdk/explorers.py": "from sqrtdk import explorer, plots",
    }


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_a_good_repository_passes(rule, tmp_path):
    plant(tmp_path, good_files())
    assert rule(tmp_path) == []


@pytest.mark.parametrize(("rule", "name", "text", "expected"), PLANTED)
def test_planted_fault_is_found(rule, name, text, expected, tmp_path):
    plant(tmp_path, {**good_files(), name: text})
    findings = RULES[rule](tmp_path)
    assert any(expected in str(finding) for finding in findings), findings


def test_every_rule_has_a_planted_fault():
    assert {case[0] for case in PLANTED} == set(RULES)
