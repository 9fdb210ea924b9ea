"""The fixture site in a browser: what the extension repairs in the theme."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.visits import open_page, visit
from site_server import serve

pytestmark = [pytest.mark.slow, pytest.mark.browser]

SECOND = "chapters/second.html"
STATES = {
    "resting": (1280, None),
    "scrolled up": (1280, "scrollTo(0, 900); setTimeout(() => scrollTo(0, 600), 100)"),
    "search field": (1280, "document.querySelector('.search-button-field').click()"),
    "download menu": (1280, "document.querySelector('.dropdown-download-buttons button').click()"),
    "folds open": (1280, "for (const fold of document.querySelectorAll('details')) fold.open = 1"),
    "phone": (390, None),
    "phone, contents": (390, "document.querySelector('.primary-toggle').click()"),
    "phone, this page": (390, "document.querySelector('.secondary-toggle').click()"),
}
ICONS = """() => [...document.querySelectorAll('.book-icon')]
    .filter(icon => icon.offsetParent).map(icon => icon.querySelector('svg').clientWidth)"""
FOCUSABLE = """selector => [...document.querySelectorAll(selector)]
    .map(box => [box.scrollWidth > box.clientWidth + 1, box.tabIndex === 0])"""


@pytest.fixture(scope="module")
def base(sound):
    with serve(sound.site) as address:
        yield address


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("state", STATES)
def test_axe_finds_nothing(browser, base, state, theme):
    width, script = STATES[state]
    with visit(browser, f"{base}/{SECOND}", theme=theme, width=width) as opened:
        page = opened.page
        assert page.evaluate("document.documentElement.dataset.theme") == theme
        if script:
            page.evaluate(script)
            page.wait_for_timeout(500)
        result = Axe().run(page, options={"resultTypes": ["violations", "incomplete"]}).response
        found = [*result["violations"], *result["incomplete"]]
        assert not [(rule["id"], rule["nodes"][0]["html"]) for rule in found]


@pytest.fixture(scope="module")
def with_buttons(linked):
    with serve(linked.folder) as address:
        yield address


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("label", ["launch", "source"])
def test_axe_finds_nothing_in_the_menus_of_an_address(browser, with_buttons, label, theme, width):
    url = f"{with_buttons}/chapters/expectation.html"
    with visit(browser, url, theme=theme, width=width) as opened:
        menu = opened.page.locator(f".dropdown-{label}-buttons")
        menu.locator("button").click()
        menu.locator(".dropdown-menu.show").wait_for()
        assert all(link.is_visible() for link in menu.locator("a").all())
        assert all(link.locator("svg, img").count() == 1 for link in menu.locator("a").all())
        result = Axe().run(opened.page).response
        assert not [(rule["id"], rule["nodes"][0]["html"]) for rule in result["violations"]]


@pytest.mark.parametrize("name", ["search.html?q=expectation", "404.html"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_the_other_pages(browser, base, name, theme):
    with visit(browser, f"{base}/{name}", theme=theme) as opened:
        opened.page.wait_for_timeout(500)
        result = Axe().run(opened.page).response
        assert not [(rule["id"], rule["nodes"][0]["html"]) for rule in result["violations"]]


def test_theme_button_goes_round_and_shows_one_icon_each_time(browser, base):
    with visit(browser, f"{base}/{SECOND}") as opened:
        page, seen = opened.page, []
        for _ in range(4):
            shown = page.locator(".theme-switch:visible")
            assert shown.count() == 1
            seen.append(
                (shown.get_attribute("data-mode"), page.get_attribute("html", "data-theme"))
            )
            page.click(".theme-switch-button")
        assert seen == [("auto", "light"), ("dark", "dark"), ("light", "light"), ("auto", "light")]


def test_paper_is_light_and_the_screen_comes_back(browser, base):
    with visit(browser, f"{base}/{SECOND}", theme="dark") as opened:
        said = "document.documentElement.dataset.theme"
        seen = [
            opened.page.evaluate(f"dispatchEvent(new Event('{when}')) && {said}")
            for when in ("beforeprint", "afterprint")
        ]
        assert seen == ["light", "dark"]


@pytest.mark.parametrize("scheme", ["http", "file"])
def test_icons_and_formulas_show(browser, base, sound, scheme):
    root = base if scheme == "http" else sound.site.as_uri()
    with visit(browser, f"{root}/{SECOND}") as opened:
        widths = opened.page.evaluate(ICONS)
        assert len(widths) >= 6
        assert min(widths) >= 10
        formulas = opened.page.locator("mjx-container")
        assert formulas.count() >= 3
        assert (
            opened.page.locator("mjx-container mjx-assistive-mml math").count() == formulas.count()
        )
        assert opened.page.locator("mjx-merror, mjx-container [data-mjx-error]").count() == 0


@pytest.mark.parametrize(
    "selector", ["mjx-container[display]", ".pst-scrollable-table-container", "pre"]
)
def test_keyboard_stops_at_what_scrolls_and_only_there(browser, base, selector):
    with visit(browser, f"{base}/{SECOND}", width=390) as opened:
        opened.page.wait_for_timeout(300)
        boxes = opened.page.evaluate(FOCUSABLE, selector)
        assert [True, True] in boxes
        assert all(scrolls == stops for scrolls, stops in boxes)
        assert opened.page.locator("mjx-container:not([display])[tabindex]").count() == 0


@pytest.mark.parametrize("scheme", ["http", "file"])
def test_search_finds_a_page(browser, base, sound, scheme):
    root = base if scheme == "http" else sound.site.as_uri()
    with visit(browser, f"{root}/search.html?q=kurtosis") as opened:
        opened.page.click("#search-results a:has-text('Second page')")
        assert opened.page.url.split("?")[0] == f"{root}/{SECOND}"


@pytest.mark.parametrize("lost", ["nowhere.html", "chapters/nowhere.html", "chapters/a/b.html"])
def test_page_not_found_leads_home_from_any_depth(browser, sound, lost):
    html = sound.pages()["404.html"]
    with visit(browser) as opened:
        host = "http://localhost/some/where"
        opened.page.route("**/*", lambda route: route.fulfill(body=html, content_type="text/html"))
        open_page(opened.page, f"{host}/{lost}")
        assert opened.page.title().startswith("Page not found")
        opened.page.click("#home")
        assert opened.page.url == f"{host}/"


def test_page_is_whole_without_scripts(browser, base):
    with visit(browser, java_script_enabled=False) as opened:
        opened.page.goto(f"{base}/{SECOND}")
        assert opened.page.get_attribute("html", "data-theme") == "light"
        assert opened.page.locator("a.left-prev svg").is_visible()
        assert opened.page.locator("nav.bd-links a").count() == 2
