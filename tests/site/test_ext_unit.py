"""The pure functions of the site's extension."""

from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from book_site import assets, extra_pages, icons, mathjax, pages, shipped

THEME_SWITCH = '<i class="theme-switch fa-solid fa-moon fa-lg" data-mode="dark"></i>'


def asset(filename=None, **attributes):
    return SimpleNamespace(filename=filename, attributes=attributes)


# Icons ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", icons.DRAWINGS)
def test_drawing_is_hidden_xml_in_the_colour_of_the_text(name):
    root = ElementTree.fromstring(icons.svg(name))
    assert root.attrib["aria-hidden"] == "true"
    assert root.attrib["stroke"] == "currentColor"
    assert root.attrib["viewBox"] == "0 0 24 24"
    assert len(root)


def test_aliases_and_masks_name_drawings():
    assert set(icons.ALIASES.values()) | set(icons.MASKS.values()) <= set(icons.DRAWINGS)
    assert not set(icons.ALIASES) & set(icons.DRAWINGS)


@pytest.mark.parametrize(
    ("markup", "name"),
    [
        ('<i class="fas fa-download"></i>', "download"),
        ('<span class="fa-solid fa-bars"></span>', "bars"),
        ('<i class="fab fa-github"></i>', "code-branch"),
        ('<i class="fa-solid fa-sun fa-lg" aria-hidden="true">\n</i>', "sun"),
    ],
)
def test_font_icon_becomes_a_drawing(markup, name):
    html = icons.replace_icons(f"<button>{markup}</button>")
    assert icons.svg(name) in html
    assert "fa-" not in html
    assert html.count('aria-hidden="true"') == 2
    assert not icons.undrawn_icons(html)


def test_icon_keeps_its_other_classes_and_attributes():
    html = icons.replace_icons(THEME_SWITCH)
    assert html.startswith(
        '<i class="book-icon book-icon-moon theme-switch" data-mode="dark" aria-hidden="true">'
    )


def test_icon_within_a_script_is_drawn():
    html = icons.replace_icons(f"<script>document.write(`{THEME_SWITCH}`);</script>")
    assert icons.svg("moon") in html


@pytest.mark.parametrize(
    ("markup", "left"),
    [
        ('<i class="fa-solid fa-dragon"></i>', ["fa-dragon"]),
        ('<i class="fas fa-list fa-dragon"></i><b class="fa-cat">x</b>', ["fa-cat"]),
        ('<p class="alfa-beta">fa-list</p>', []),
        ('<pre>&lt;i class="fa-dragon"&gt;</pre>', []),
    ],
)
def test_icons_without_a_drawing_are_named(markup, left):
    assert icons.undrawn_icons(icons.replace_icons(markup)) == left


def test_stylesheet_masks_every_selector_and_empties_the_font_glyphs():
    css = icons.stylesheet()
    for selector in icons.MASKS:
        assert f"\n{selector}{{--book-mask:url(" in css
    assert '--pst-icon-bell:""' in css
    assert css.count("{") == css.count("}")


# Pages ----------------------------------------------------------------------------------------

PAGE = f"""<html lang="en" data-theme="auto"><head>
<meta name="viewport" content="width=device-width" />
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>A page</title></head><body>
<button type="button" class="btn" id="pst-back-to-top">
<i class="fa-solid fa-arrow-up"></i>Back to top</button>
<div class="bd-sidebar-primary bd-sidebar">
<form class="bd-search d-flex align-items-center" action="search.html"></form>
<summary><span class="toctree-toggle" role="presentation"></span></summary></div>
<section class="theorem-content" id="proof-content"></section>
<section id="exercise-content"></section>{THEME_SWITCH}</body></html>"""


def test_finish_page():
    html = pages.finish_page(PAGE)
    assert html.count('name="viewport"') == 1
    assert 'data-theme="light"' in html
    assert '<nav aria-label="Top of the page"><button' in html
    assert 'bd-sidebar" role="region" aria-label="Book">' in html
    assert 'role="search" aria-label="This book"' in html
    assert '<summary aria-label="Pages below">' in html
    assert "-content" not in html.replace("theorem-content", "")
    assert pages.faults(html) == []


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ('<i class="fas fa-dragon"></i>', "fa-dragon"),
        ('<script type="application/vnd.jupyter.widget-view+json">{}</script>', "widget"),
        (r"<title>On \(d_k\)</title>", "formula in the title"),
    ],
)
def test_faults(html, words):
    (fault,) = pages.faults(html)
    assert words in fault


# Scripts and style sheets ---------------------------------------------------------------------


def test_chosen_drops_thebe_and_widget_state_and_keeps_the_first_of_two():
    deferred = asset("_static/sqrtdk.js", defer="defer")
    inline = asset(None, body="let a = 1;")
    given = [
        asset("_static/sphinx-thebe.js"),
        asset(None, body='const THEBE_JS_URL = "x"'),
        asset(None, type="application/vnd.jupyter.widget-state+json", body="{}"),
        deferred,
        inline,
        asset("_static/sqrtdk.js"),
        asset(None, body="let a = 1;"),
        "_static/plain.css",
    ]
    assert assets.chosen(given) == [deferred, inline, "_static/plain.css"]


# Extra pages and what is shipped --------------------------------------------------------------


def test_page_folders():
    names = {"intro", "chapters/a", "chapters/api/b", "notes/c"}
    assert extra_pages.page_folders(names) == ["chapters", "notes"]


def test_references_of_a_page():
    html = '<a href="#x"><img src="a%20b.svg?v=1"><a href="https://example.org/c.css">'
    html += '<link href="_static/d.css?digest=1"><script>document.write(`<img src="e.svg">`)'
    assert list(shipped.references(html, ".html")) == ["a b.svg", "_static/d.css", "e.svg"]


def test_references_of_a_style_sheet():
    css = '@import "../a.css"; b{background:url(b.svg)} c{background:url("data:image/svg+xml,x")}'
    assert list(shipped.references(css, ".css")) == ["../a.css", "b.svg"]


def test_surplus_is_what_no_page_loads(tmp_path):
    files = {
        "chapters/a.html": '<link href="../_static/style/a.css?v=1">',
        "_static/style/a.css": '@import "../b.css";',
        "_static/b.css.LICENSE.txt": "",
        "_static/b.css": "b{background:url(c.svg)}",
        "_static/c.svg": "",
        "_static/macros.html": '<script src="font.js">',
        "_static/font.js": "",
        "_static/font.js.LICENSE.txt": "",
        "_static/mathjax/output/chtml/fonts/x.woff": "",
        "_static/mathjax/node-main.js": "",
        "_sources/a.md": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    surplus = {file.name for file in shipped.surplus(tmp_path)}
    assert surplus == {"font.js", "font.js.LICENSE.txt", "macros.html", "node-main.js"}


@pytest.mark.parametrize(
    ("path", "needed"),
    [
        ("_static/mathjax/core.js", True),
        ("_static/mathjax/a11y/assistive-mml.js", True),
        ("_static/mathjax/input/tex/extensions/cancel.js", True),
        ("_static/mathjax/output/chtml/fonts/woff-v2/MathJax_Zero.woff", True),
        ("_static/mathjax/tex-chtml.js", False),
        ("_static/mathjax/ui/menu.js", False),
        ("_static/other/core.js", False),
    ],
)
def test_mathjax_part(path, needed):
    assert mathjax.is_part(path) is needed


def test_mathjax_keeps_other_settings():
    config = SimpleNamespace(mathjax_path="mathjax/tex-chtml.js", mathjax3_config={"tex": {}})
    mathjax.configure(None, config)
    assert config.mathjax_path == "mathjax/startup.js"
    assert config.mathjax3_config == {"tex": {}, "loader": {"load": mathjax.PARTS}}


def test_a_formula_keeps_its_full_stop():
    formula = '<span class="math notranslate nohighlight">\\(x\\)</span>'
    html = pages.finish_page(f"<p>values {formula}. Then {formula} again</p>")
    assert f'<span class="unbroken">{formula}.</span> Then {formula} again' in html
    assert pages.finish_page(html) == html
