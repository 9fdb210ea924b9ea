"""Where the book lives: the address, and what the pages of a clone with one carry."""

import re
import subprocess
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from book_pages import ROOT, Book
from book_site import address, buttons, doors
from book_site.address import Address
from linked import BRANCH, OWNER_AND_NAME, REPOSITORY, LinkedSite

GITHUB = Address("github.com", "an-owner", "a-book", "main")
GITLAB = Address("gitlab.com", "a-group/below", "a-book", "draft/two")
PUBLIC = [
    "https://github.com/an-owner/a-book",
    "https://github.com/an-owner/a-book/",
    "https://github.com/an-owner/a-book.git",
    "https://name:secret@github.com/an-owner/a-book.git",
    "http://GitHub.com/an-owner/a-book",
    "git@github.com:an-owner/a-book.git",
    "github.com:an-owner/a-book",
    "ssh://git@github.com/an-owner/a-book.git",
    "ssh://git@ssh.github.com:443/an-owner/a-book.git",
    "git://github.com/an-owner/a-book.git",
]
NOT_PUBLIC = [
    "",
    "/srv/git/a-book",
    "../a-book.git",
    "file:///srv/git/a-book",
    "C:/books/a-book",
    "git@localhost:an-owner/a-book.git",
    "https://git.internal/an-owner/a-book",
    "https://github.com.internal/an-owner/a-book",
    "https://github.com/a-book",
    "https://github.com/",
]
ACTIONS = {
    "GITHUB_ACTIONS": "true",
    "GITHUB_SERVER_URL": "https://github.com",
    "GITHUB_REPOSITORY": "a-fork/a-book",
    "GITHUB_REF_NAME": "main",
}


@pytest.mark.parametrize("remote", PUBLIC)
def test_remote_on_a_public_host_is_an_address(remote):
    assert address.parsed(remote, "main") == GITHUB


@pytest.mark.parametrize("remote", NOT_PUBLIC)
def test_other_remotes_are_none(remote):
    assert address.parsed(remote, "main") is None


def test_group_of_a_gitlab_project_is_kept():
    assert address.parsed("git@gitlab.com:a-group/below/a-book.git", "draft/two") == GITLAB


def test_addresses_on_github():
    assert GITHUB.repository == "https://github.com/an-owner/a-book"
    assert GITHUB.view("chapters/a.md") == f"{GITHUB.repository}/blob/main/chapters/a.md"
    assert GITHUB.edit("chapters/a.md") == f"{GITHUB.repository}/edit/main/chapters/a.md"
    assert GITHUB.issue("On a: ") == f"{GITHUB.repository}/issues/new?title=On%20a%3A%20"
    start = "https://mybinder.org/v2/gh/an-owner/a-book/main"
    assert GITHUB.binder("chapters/a.md") == f"{start}?urlpath=lab/tree/chapters/a.md"
    assert GITHUB.requirement == f"sqrtdk @ git+{GITHUB.repository}@main"
    start = "https://codespaces.new/an-owner/a-book/tree/main"
    assert GITHUB.codespace == f"{start}?quickstart=1"


def test_addresses_on_gitlab():
    pages = "https://gitlab.com/a-group/below/a-book/-"
    assert GITLAB.view("a.md") == f"{pages}/blob/draft/two/a.md"
    assert GITLAB.edit("a.md") == f"{pages}/edit/draft/two/a.md"
    assert GITLAB.issue("On a") == f"{pages}/issues/new?issue%5Btitle%5D=On%20a"
    start = "https://mybinder.org/v2/gl/a-group%2Fbelow%2Fa-book/draft/two"
    assert GITLAB.binder("a.md") == f"{start}?urlpath=lab/tree/a.md"
    assert GITLAB.codespace == ""


def test_pull_of_nbgitpuller_reads_back():
    parts = urlsplit(GITHUB.pull("chapters/a.md"))
    assert parts.path == "/hub/user-redirect/git-pull"
    assert parse_qs(parts.query) == {
        "repo": [GITHUB.repository],
        "branch": ["main"],
        "urlpath": ["lab/tree/a-book/chapters/a.md"],
    }


# The folder ------------------------------------------------------------------------------


def git(folder: Path, *arguments: str) -> None:
    name = ["-c", "user.name=Test", "-c", "user.email=test@localhost"]
    subprocess.run(["git", "-C", str(folder), *name, *arguments], check=True)


@pytest.fixture
def clone(tmp_path):
    """A repository with one commit on main and no remote."""
    folder = tmp_path / "book"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    return folder


def test_clone_follows_its_origin(clone):
    assert address.found(clone, {}) is None
    git(clone, "remote", "add", "origin", "git@github.com:an-owner/a-book.git")
    assert address.found(clone, {}) == GITHUB
    git(clone, "remote", "rename", "origin", "upstream")
    assert address.found(clone, {}) is None


def test_folder_within_another_repository_has_no_address(clone):
    git(clone, "remote", "add", "origin", "git@github.com:an-owner/a-book.git")
    (clone / "below").mkdir()
    assert address.found(clone / "below", {}) is None


def test_branch_is_one_that_origin_has(clone, tmp_path):
    copy = tmp_path / "copy"
    subprocess.run(["git", "clone", "-q", str(clone), str(copy)], check=True)
    git(copy, "remote", "set-url", "origin", "https://github.com/an-owner/a-book")
    git(copy, "checkout", "-q", "-b", "never-pushed")
    assert address.found(copy, {}).branch == "main"
    git(copy, "checkout", "-q", "--detach")
    assert address.found(copy, {}).branch == "main"
    git(copy, "remote", "set-head", "origin", "--delete")
    assert address.found(copy, {}).branch == "HEAD"
    git(copy, "update-ref", "refs/remotes/origin/draft/two", "HEAD")
    git(copy, "checkout", "-q", "-b", "draft", "--track", "origin/draft/two")
    assert address.found(copy, {}).branch == "draft/two"


def test_workflow_says_it_before_the_remote_does(clone):
    git(clone, "remote", "add", "origin", "git@github.com:an-owner/a-book.git")
    assert address.found(clone, ACTIONS) == GITHUB._replace(owner="a-fork")
    pull_request = ACTIONS | {"GITHUB_REF_NAME": "7/merge", "GITHUB_BASE_REF": "next"}
    assert address.found(clone, pull_request).branch == "next"
    inside = ACTIONS | {"GITHUB_SERVER_URL": "https://git.internal"}
    assert address.found(clone, inside) is None


def test_machine_without_git_has_no_address(clone, monkeypatch):
    git(clone, "remote", "add", "origin", "git@github.com:an-owner/a-book.git")
    monkeypatch.setenv("PATH", "")
    assert address.found(clone, {}) is None


# The pages -------------------------------------------------------------------------------


def test_hub_of_a_fork_is_a_second_way_in():
    group = buttons.launch_group(GITHUB, "chapters/a.md", "https://hub.localhost/")
    binder, hub = group["buttons"]
    assert binder["text"] == "Binder"
    assert hub["url"].startswith("https://hub.localhost/hub/user-redirect/git-pull?repo=")
    assert "&amp;branch=main&amp;" in hub["url"]


def test_pages_without_an_address_have_no_button_and_the_build_says_so(sound):
    assert sound.output.count(buttons.NO_ADDRESS) == 1
    for name, html in sound.pages().items():
        assert not re.search(r"mybinder|github\.com|/edit/|issues/new|git-pull", html), name
        assert "launch-buttons" not in html, name
        assert "source-buttons" not in html, name


BOOK = Book.read()
ON_REPOSITORY = re.compile(rf"{re.escape(REPOSITORY)}/(?P<kind>blob|edit)/{BRANCH}/(?P<path>.*)")


def path_in(url: str) -> str | None:
    """Return the file of the repository that an address names."""
    parts = urlsplit(url)
    if parts.netloc == "mybinder.org":
        start, _, path = parse_qs(parts.query)["urlpath"][0].partition("lab/tree/")
        assert not start
        return path
    found = ON_REPOSITORY.fullmatch(url.partition("#")[0])
    return unquote(found["path"]) if found else None


@pytest.mark.slow
def test_build_says_where_the_buttons_lead(linked: LinkedSite):
    assert linked.output.count(f"lead to {REPOSITORY}, branch {BRANCH}.") == 1
    assert buttons.NO_ADDRESS not in linked.output


@pytest.mark.slow
@pytest.mark.parametrize("page", BOOK.pages, ids=lambda page: page.name)
def test_links_of_a_page_lead_to_its_repository_and_branch(linked: LinkedSite, page):
    buttons_of = linked.header_links(page.name)
    binder = [url for url in buttons_of if urlsplit(url).netloc == "mybinder.org"]
    assert len(binder) == page.is_notebook
    start = f"https://mybinder.org/v2/gh/{OWNER_AND_NAME}/{BRANCH}?"
    assert all(url.startswith(start) for url in binder)
    assert [path_in(url) for url in binder] == [page.file] * page.is_notebook
    edit = [url for url in buttons_of if "/edit/" in url]
    assert [path_in(url) for url in edit] == [page.file]
    issue = [url for url in buttons_of if "/issues/new?" in url]
    assert parse_qs(urlsplit(issue[0]).query)["title"] == [f"On the page {page.name}: "]
    assert len(issue) == 1
    assert REPOSITORY in buttons_of
    assert len(buttons_of) == 3 + page.is_notebook


@pytest.mark.slow
def test_every_path_in_an_address_is_in_the_tree(linked: LinkedSite):
    tracked = linked.tracked()
    named = {
        path
        for page in BOOK.pages
        for url in [*linked.links(page.name), *linked.links_of_notebook(page.name)]
        if (path := path_in(url))
    }
    assert len(named) >= len(BOOK.pages)
    assert named <= tracked, named - tracked


@pytest.mark.slow
def test_first_page_opens_the_first_chapter_and_says_what_to_expect(linked: LinkedSite):
    words = linked.words("intro")
    chapter = next(page for page in BOOK.notebooks if page.name != "intro")
    wanted = address.parsed(REPOSITORY, BRANCH).binder(chapter.file)
    assert wanted in linked.links("intro")
    for said in ("Expect a wait", "reduced capacity", "make lab", "dev container", "This page"):
        assert said in words, said
    assert any(url.startswith("https://codespaces.new/") for url in linked.links("intro"))
    assert f'Get <a class="reference external" href="{REPOSITORY}">' in linked.html("intro")


@pytest.mark.slow
def test_offer_of_the_pdf_sleeps(linked: LinkedSite):
    for page in BOOK.pages:
        html = linked.html(page.name)
        offers = re.findall(r"<!--book-pdf (.*?) book-pdf-->", html, re.DOTALL)
        assert len(offers) == 1 + (page.name == "intro")
        up = "../" * page.name.count("/")
        assert all(f"href='{up}{doors.PDF}'" in offer for offer in offers)
        assert doors.PDF not in re.sub(r"<!--.*?-->", "", html, flags=re.DOTALL)


def test_book_itself_holds_no_address():
    for page in BOOK.pages:
        assert not re.search(r"mybinder\.org/v2|codespaces\.new", page.text), page.name
    assert not re.search(r"github\.com/", (ROOT / "_config.yml").read_text(encoding="utf-8"))
