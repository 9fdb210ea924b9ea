"""The reader of path strings, by hand-made cases and against matplotlib's own paths."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.path import Path
from sqrtdk.explorer.paths import path_string

from browser.path_reader import all_points, read_path

CASES = {
    "M1 2L3 4": [[(1, 2), (3, 4)]],
    "M1,2 3,4 5,6": [[(1, 2), (3, 4), (5, 6)]],
    "m1 2 3 4l1-1": [[(1, 2), (4, 6), (5, 5)]],
    "M0 0H5V7h-1v-2": [[(0, 0), (5, 0), (5, 7), (4, 7), (4, 5)]],
    "M.5-.5l.25.25": [[(0.5, -0.5), (0.75, -0.25)]],
    "M1 1Q2 2 3 1": [[(1, 1), (2, 2), (3, 1)]],
    "M1 1q1 1 2 0 1-1 2 0": [[(1, 1), (2, 2), (3, 1), (4, 0), (5, 1)]],
    "M1 1C2 2 3 3 4 1": [[(1, 1), (2, 2), (3, 3), (4, 1)]],
    "M1 1c1 1 2 2 3 0h1": [[(1, 1), (2, 2), (3, 3), (4, 1), (5, 1)]],
    "M1 1h2v2zl1 1": [[(1, 1), (3, 1), (3, 3), (2, 2)]],
    "M1 1h0M5 5h0": [[(1, 1), (1, 1)], [(5, 5), (5, 5)]],
    "M1e1 2E-1": [[(10, 0.2)]],
    "": [],
}


@pytest.mark.parametrize("text", CASES, ids=lambda text: text or "empty")
def test_points(text: str) -> None:
    assert read_path(text) == CASES[text]


@pytest.mark.parametrize("text", ["L1 2", "1 2", "M1", "M1 2 3", "M1 2z3", "M1 2A3", "M1 2h", "M"])
def test_refuses(text: str) -> None:
    with pytest.raises(ValueError, match=r"takes|cannot stand|starts with"):
        read_path(text)


def test_reads_what_the_engine_writes() -> None:
    points = np.random.default_rng(5).uniform(0, 300, (40, 2))
    read = np.array(all_points(path_string(Path(points), height=300.0)))
    expected = np.column_stack([points[:, 0], 300 - points[:, 1]])
    assert np.abs(read - expected).max() < 0.0501


def test_reads_the_engines_curves() -> None:
    codes = [Path.MOVETO, Path.CURVE3, Path.CURVE3, Path.CURVE4, Path.CURVE4, Path.CURVE4]
    points = np.array([(0, 0), (10, 20), (20, 0), (25, -10), (35, 10), (40, 0)], dtype=float)
    read = np.array(all_points(path_string(Path(points, codes), height=100.0)))
    np.testing.assert_allclose(read, points * (1, -1) + (0, 100), atol=0.0501)
