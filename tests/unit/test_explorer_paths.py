import math
import re

import numpy as np
import pytest
from browser.path_reader import read_path
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.path import Path
from sqrtdk import plots, style
from sqrtdk.explorer.images import cells
from sqrtdk.explorer.paths import LEVELS, artist_data, path_string

HEIGHT = 200.0
TENTH = 0.05 + 1e-9


def axes():
    figure = Figure(figsize=(300 / 72, HEIGHT / 72), dpi=72)
    return style.new_axes(figure, xlabel="x", ylabel="y", xlim=(0, 10), ylim=(-1, 1))


def test_points_are_within_half_a_tenth_however_long_the_path() -> None:
    points = np.random.default_rng(0).uniform(0, 200, (500, 2))
    found = np.array(read_path(path_string(Path(points), HEIGHT)))
    wanted = np.column_stack([points[:, 0], HEIGHT - points[:, 1]])
    assert np.abs(found - wanted).max() <= TENTH


def test_missing_points_break_the_line() -> None:
    words = path_string(Path([(0, 0), (1, 1), (math.nan, 1), (2, 2), (3, 3)]), HEIGHT)
    assert words.count("M") == 2
    assert "nan" not in words


def test_far_points_stay_finite() -> None:
    words = path_string(Path([(0, 0), (1e12, -1e12)]), HEIGHT)
    assert np.isfinite(read_path(words)).all()


def test_a_line_is_where_matplotlib_puts_it() -> None:
    ax = axes()
    line = plots.line(ax, [0, 5, 10], [-1, 0, 1])
    found = np.array(read_path(artist_data(line, HEIGHT)))
    wanted = ax.transData.transform([(0, -1), (5, 0), (10, 1)])
    assert np.abs(found - np.column_stack([wanted[:, 0], HEIGHT - wanted[:, 1]])).max() <= TENTH


def test_dots_are_points_of_no_length() -> None:
    dots = plots.dots(axes(), [1, 2, math.nan], [0, 0, 0])
    assert artist_data(dots, HEIGHT).count("h0") == 2


def test_bars_close() -> None:
    assert artist_data(plots.bars(axes(), [1, 2], [1, 1]), HEIGHT).count("z") == 2


def test_an_invisible_artist_has_no_data() -> None:
    line = plots.line(axes(), [0, 1], [0, 1])
    line.set_visible(False)
    assert artist_data(line, HEIGHT) == ""


def test_a_text_says_where_and_what() -> None:
    ax = axes()
    text = plots.words(ax, 5, 0, "two words")
    x, y, words = artist_data(text, HEIGHT).split(" ", 2)
    place = ax.transData.transform((5, 0))
    assert words == "two words"
    assert abs(float(x) - place[0]) <= TENTH
    assert abs(float(y) - (HEIGHT - place[1])) <= TENTH


def grid(values: list[list[float]]):
    return plots.grid_image(axes(), np.array(values), extent=(0, 2, 0, 1))


def test_an_image_is_one_letter_a_cell() -> None:
    image = grid([[0.0, 1.0], [0.5, 2.0]])
    letters = artist_data(image, HEIGHT)
    assert [LEVELS.index(letter) for letter in letters] == [0, 63, 32, 63]


def test_the_cells_of_an_image_fill_its_extent() -> None:
    image = grid([[0.0, 1.0], [0.5, 0.25]])
    found = re.findall(r'x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"', cells(image, "A_Aa", HEIGHT))
    x = [float(cell[0]) for cell in found]
    y = [float(cell[1]) for cell in found]
    corner = image.axes.transData.transform((0, 0))
    assert x[0] == x[2] == pytest.approx(corner[0], abs=0.06)
    assert y[2] > y[0], "the first row of the data is the upper one"
    assert x[1] == pytest.approx(x[0] + float(found[0][2]), abs=0.11)


def test_coarse_paths_are_whole_points() -> None:
    points = np.random.default_rng(1).uniform(0, 200, (50, 2))
    words = path_string(Path(points), HEIGHT, coarse=True)
    found = np.array(read_path(words))
    wanted = np.column_stack([points[:, 0], HEIGHT - points[:, 1]])
    assert "." not in words
    assert np.abs(found - wanted).max() <= 0.5 + 1e-9


def test_other_artists_are_refused() -> None:
    polygons = PolyCollection([[(0, 0), (1, 0), (1, 1)]])
    with pytest.raises(ValueError, match="type PolyCollection cannot move; allowed are lines"):
        artist_data(polygons, HEIGHT)
