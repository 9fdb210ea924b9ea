"""Colours: one source, and enough contrast against what is painted behind them."""

import re
from pathlib import Path

import pytest
from sqrtdk import style

CSS = Path(__file__).resolve().parents[2] / "_static" / "sqrtdk.css"
THEMES = {"light": style.LIGHT, "dark": style.DARK}
TEXT, LINES = 4.5, 3.0


def luminance(colour: str) -> float:
    """Relative luminance after WCAG 2."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def css_colours(theme: str) -> dict[str, str]:
    block = re.search(rf'html\[data-theme="{theme}"\] \{{(.*?)\}}', CSS.read_text(), re.S)
    assert block is not None
    return dict(re.findall(r"--sqrtdk-([\w-]+): (#[0-9a-f]{6});", block.group(1)))


def test_contrast_of_black_on_white_is_21() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("theme", THEMES)
def test_the_site_has_the_colours_of_the_package(theme: str) -> None:
    assert css_colours(theme) == THEMES[theme]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", ["ink", "muted", "theory", "simulation"])
def test_words_can_be_read_on_paper(theme: str, name: str) -> None:
    assert contrast(THEMES[theme][name], THEMES[theme]["paper"]) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", ["theory", "simulation"])
@pytest.mark.parametrize("behind", ["paper", "grid", "theory-soft", "simulation-soft"])
def test_lines_stand_out_from_what_is_behind(theme: str, name: str, behind: str) -> None:
    assert contrast(THEMES[theme][name], THEMES[theme][behind]) >= LINES


@pytest.mark.parametrize("theme", THEMES)
def test_theory_and_simulation_are_told_apart_without_colour_vision(theme: str) -> None:
    """The blue channel, which the common kinds of colour blindness keep, differs."""
    theory, simulation = (int(THEMES[theme][n][5:7], 16) for n in ("theory", "simulation"))
    assert abs(theory - simulation) > 100


def test_no_role_shares_a_colour() -> None:
    assert len(style.PALETTE) == len(style.LIGHT)
    assert set(style.LIGHT) == set(style.DARK)


def test_an_unknown_role_is_refused() -> None:
    with pytest.raises(ValueError, match="no colour is called 'red'; allowed are"):
        style.colour("red")
