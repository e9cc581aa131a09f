"""Checkouts of the repositories that the labels name. The pages are not ours: they stay outside of this repository."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.real_sites.labels import Label

VARIABLE = "REAL_SITES"
HOST = "https://github.com"


def default_folder() -> Path:
    return Path(os.environ.get(VARIABLE) or Path.home() / ".cache" / "showground" / "real_sites")


def fetch(labels: Sequence[Label], checkouts: Path, host: str = HOST) -> list[str]:
    """Export the folder of each site at its commit, unless it is there; answers what failed."""
    checkouts.mkdir(parents=True, exist_ok=True)
    failed: list[str] = []
    for label in labels:
        if (checkouts / label.domain).is_dir():
            continue
        print(f"{label.domain}: {label.repository} at {label.commit[:10]}", flush=True)
        try:
            fetch_one(label, checkouts, host)
        except subprocess.CalledProcessError as error:
            failed.append(f"{label.domain}: {error.stderr.decode(errors='replace').strip()}")
    return failed


def fetch_one(label: Label, checkouts: Path, host: str) -> None:
    with tempfile.TemporaryDirectory(dir=checkouts, prefix=".fetching-") as scratch:
        folder = Path(scratch)
        clone, tree = folder / "clone", folder / "tree"
        tree.mkdir()
        _git("init", "--quiet", "--bare", str(clone))
        _git("-C", str(clone), "fetch", "--quiet", "--depth=1", f"{host}/{label.repository}", label.commit)
        # A checkout instead of `git archive`, which leaves out what .gitattributes marks.
        _git("-C", str(clone), f"--work-tree={tree}", "checkout", "--quiet", label.commit, "--", ".")
        site = tree / label.folder.strip("/")
        if not site.is_dir():
            raise subprocess.CalledProcessError(1, "git", stderr=f"there is no folder {label.folder}".encode())
        shutil.move(site, checkouts / label.domain)


def _git(*command: str) -> None:
    subprocess.run(["git", *command], check=True, capture_output=True, env=os.environ | {"GIT_TERMINAL_PROMPT": "0"})
