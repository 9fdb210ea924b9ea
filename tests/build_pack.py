"""Say how repo2docker would build the folder it runs in: its pack, its Python, its Dockerfile.

A program of its own: repo2docker looks at the working directory, and importing it warns.
"""

import json


def described() -> dict[str, str]:
    from repo2docker.app import Repo2Docker

    app = Repo2Docker()
    packs = (kind(app.base_image) for kind in app.buildpacks)
    pack = next(pack for pack in packs if pack.detect())
    pack.platform = "linux/amd64"  # that of mybinder.org
    return {
        "pack": type(pack).__name__,
        "python": getattr(pack, "python_version", ""),
        "dockerfile": pack.render({}),
    }


if __name__ == "__main__":
    print(json.dumps(described()))
