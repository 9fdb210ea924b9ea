"""The documented build command on the fixture book: what it publishes and what it refuses."""

import re

import pytest
import yaml

pytestmark = pytest.mark.slow

PAGES = {"index.html", "intro.html", "chapters/second.html", "search.html", "404.html"}
SOURCES = {
    f"_sources/{name}.{kind}" for name in ("intro", "chapters/second") for kind in ("md", "ipynb")
}
BESIDE_PAGES = SOURCES | {"objects.inv", "searchindex.js"}
LOADED = re.compile(r'<(?:script|img|link|iframe|source)\b[^>]*?\b(?:src|href)="([^"]+)"')
UNUSED = ("fontawesome", "thebe", ".map", "locales/", "webpack", "node-main")

FAULTS = """
<i class="fa-solid fa-dragon"></i>

{ref}`no-such-label` and [nowhere](no_such_page.md)

```{code-cell}
import ipywidgets

ipywidgets.IntSlider()
```
"""


def page_text(build, name):
    return re.sub(r"<[^>]+>", "", build.pages()[name])


def test_publishes_nothing_but_the_book(sound):
    files = sound.files()
    assert set(sound.pages()) == PAGES
    assert {name for name in files if not name.startswith("_static/")} == PAGES | BESIDE_PAGES
    assert not [name for name in files for part in UNUSED if part in name]


def test_pages_hold_no_widget_state_no_font_icon_and_no_outside_resource(sound):
    for name, html in sound.pages().items():
        assert "vnd.jupyter.widget" not in html, name
        assert not re.search(r'class="[^"]*\bfa-', html), name
        assert not re.search("require(?:js|\\.min\\.js)|html-manager|thebe", html, re.I), name
        assert not [url for url in LOADED.findall(html) if re.match(r"https?:|//", url)], name


def test_everything_a_page_loads_is_there_and_once(sound):
    for name, html in sound.pages().items():
        loaded = [re.split("[?#]", url)[0] for url in LOADED.findall(html)]
        local = [url for url in loaded if not url.startswith("data:")]
        missing = [url for url in local if not (sound.site / name).parent.joinpath(url).exists()]
        assert not missing, name
        assets = [url for url in local if url.endswith((".js", ".css"))]
        assert len(assets) == len(set(assets)), name


def test_head_of_a_page(sound):
    html = sound.pages()["intro.html"]
    assert '<html lang="en"' in html
    assert 'content="One sentence about the first page." name="description"' in html
    title = yaml.safe_load((sound.source / "_config.yml").read_text(encoding="utf-8"))["title"]
    assert f"<title>{title}</title>" in html
    assert f"<title>Second page &#8212; {title}</title>" in sound.pages()["chapters/second.html"]
    assert html.index("theme_fixes.css") < html.index("sqrtdk.css")


def test_page_shows_what_the_package_computes(sound):
    text = page_text(sound, "intro.html")
    assert "Fraction(7, 2)" in text
    assert "kurtosis 9/5" in text
    assert "Second life" in text


def test_two_clean_builds_are_identical(sound, sound_tree):
    first = sound.files()
    second = sound_tree.build().files()
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []


def test_edited_constant_of_the_package_shows_on_the_page(tree):
    uniform = '"uniform": Fraction({})'
    tree.edit("code/sqrtdk/components.py", uniform.format("9, 5"), uniform.format("13, 7"))
    build = tree.build()
    assert build.code == 0, build.output
    assert "kurtosis 13/7" in page_text(build, "intro.html")


def test_cell_that_raises_fails_the_build(tree):
    tree.append("chapters/second.md", "\n```{code-cell}\nplanted = 1 / 0\n```\n")
    build = tree.build()
    assert build.code != 0
    assert "chapters/second.md" in build.output
    assert "planted = 1 / 0" in build.output
    assert "ZeroDivisionError" in build.output


def test_faults_that_a_reader_would_meet_fail_the_build(tree):
    tree.edit("chapters/second.md", "# Second page", "# Second page on $d_k$")
    tree.append("chapters/second.md", FAULTS)
    build = tree.build()
    assert build.code != 0
    for complaint in (
        "chapters/second.md: WARNING: no drawing for the icon fa-dragon",
        "a formula in the title",
        "a widget without an HTML form",
        "undefined label: 'no-such-label'",
        "no_such_page.md",
    ):
        assert complaint in build.output
