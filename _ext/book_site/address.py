"""Where the book lives on a public host, and the addresses that follow from it.

Nothing is set by hand: in a clone the remote called origin says it, in a GitHub workflow the
environment does, so that the buttons of a fork lead to the fork. Needs the standard library
alone, because the Makefile's commands ask it before anything is installed.
"""

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlencode, urlsplit

BINDER = "https://mybinder.org/v2"
HOSTS = {"github.com": "gh", "gitlab.com": "gl"}
ALIASES = {"ssh.github.com": "github.com", "altssh.gitlab.com": "gitlab.com"}
_SHORT_SSH = re.compile(r"(?:[^@/]+@)?(?P<host>[^:/]+):(?P<path>[^/].*)")


class Address(NamedTuple):
    """A branch of a repository on a public host."""

    host: str
    owner: str
    name: str
    branch: str

    @property
    def repository(self) -> str:
        """The repository as a page."""
        return f"https://{self.host}/{self.owner}/{self.name}"

    @property
    def _pages(self) -> str:
        return self.repository if self.host == "github.com" else f"{self.repository}/-"

    def view(self, path: str) -> str:
        """Return the page that shows the file at `path`."""
        return f"{self._pages}/blob/{quote(self.branch)}/{quote(path)}"

    def edit(self, path: str) -> str:
        """Return the page on which the file at `path` can be changed."""
        return f"{self._pages}/edit/{quote(self.branch)}/{quote(path)}"

    def issue(self, title: str) -> str:
        """Return the page on which an issue with `title` is opened."""
        field = "title" if self.host == "github.com" else "issue[title]"
        return f"{self._pages}/issues/new?{urlencode({field: title}, quote_via=quote)}"

    def binder(self, path: str) -> str:
        """Return the address that starts Binder and opens the file at `path` in JupyterLab."""
        project = f"{quote(self.owner, safe='')}/{self.name}"
        if self.host == "gitlab.com":
            project = quote(f"{self.owner}/{self.name}", safe="")
        start = f"{BINDER}/{HOSTS[self.host]}/{project}/{quote(self.branch)}"
        return f"{start}?urlpath=lab/tree/{quote(path)}"

    @property
    def codespace(self) -> str:
        """The address that starts the dev container; empty where the host has none."""
        if self.host != "github.com":
            return ""
        place = f"{self.owner}/{self.name}/tree/{quote(self.branch)}"
        return f"https://codespaces.new/{place}?quickstart=1"

    def pull(self, path: str) -> str:
        """Return what follows the address of a JupyterHub to copy the book there and open it.

        The hub needs nbgitpuller.
        """
        wanted = {
            "repo": self.repository,
            "branch": self.branch,
            "urlpath": f"lab/tree/{self.name}/{path}",
        }
        return f"/hub/user-redirect/git-pull?{urlencode(wanted, safe='/')}"

    @property
    def requirement(self) -> str:
        """What pip installs the package of the book from."""
        return f"sqrtdk @ git+{self.repository}@{self.branch}"


def parsed(remote: str, branch: str) -> Address | None:
    """Return the address that the URL of a remote stands for; None if its host is not public."""
    short = _SHORT_SSH.fullmatch(remote) if "://" not in remote else None
    parts = urlsplit(remote)
    host = (short["host"] if short else parts.hostname or "").lower()
    path = (short["path"] if short else parts.path).strip("/").removesuffix(".git")
    host = ALIASES.get(host, host)
    owner, _, name = path.rpartition("/")
    if host not in HOSTS or not owner or not name or not branch:
        return None
    return Address(host, owner, name, branch)


def _git(root: Path, *arguments: str) -> str:
    """Return what git says in `root`; nothing if it fails or is not there."""
    try:
        said = subprocess.run(
            ["git", "-C", str(root), *arguments], capture_output=True, text=True, timeout=20
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return said.stdout.strip() if said.returncode == 0 else ""


def _branch(root: Path) -> str:
    """Return the branch of origin that a clone follows; the one HEAD names if it follows none."""
    followed = _git(root, "rev-parse", "--abbrev-ref", "--symbolic-full-name", "@{upstream}")
    if followed.startswith("origin/"):
        return followed.removeprefix("origin/")
    default = _git(root, "symbolic-ref", "--short", "refs/remotes/origin/HEAD")
    if default.startswith("origin/"):
        return default.removeprefix("origin/")
    current = _git(root, "symbolic-ref", "--short", "HEAD")
    return current or "HEAD"


def found(root: Path, variables: Mapping[str, str]) -> Address | None:
    """Return the address of the book in the folder `root`; None if it has no public one.

    `variables` is the environment; what a GitHub workflow says in it comes first.
    """
    if variables.get("GITHUB_ACTIONS") == "true":
        branch = variables.get("GITHUB_BASE_REF") or variables.get("GITHUB_REF_NAME", "")
        server = variables.get("GITHUB_SERVER_URL", "")
        return parsed(f"{server}/{variables.get('GITHUB_REPOSITORY', '')}", branch)
    top = _git(root, "rev-parse", "--show-toplevel")
    if not top or Path(top).resolve() != Path(root).resolve():
        return None
    return parsed(_git(root, "remote", "get-url", "origin"), _branch(root))
