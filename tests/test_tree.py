"""`make test` leaves out the quick tests only if `make check` has passed them on the very same files."""

import subprocess
from pathlib import Path

import pytest

from tests.tree import hash_tree


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    (tmp_path / ".gitignore").write_text("built\n")
    (tmp_path / "a.py").write_text("a = 1\n")
    return tmp_path


def test_the_same_files_have_the_same_hash(checkout: Path) -> None:
    before = hash_tree(checkout)
    (checkout / "built").write_text("ignored")
    assert hash_tree(checkout) == before


@pytest.mark.parametrize("change", ["changed", "added", "removed", "renamed"])
def test_any_change_changes_it(checkout: Path, change: str) -> None:
    before = hash_tree(checkout)
    match change:
        case "changed":
            (checkout / "a.py").write_text("a = 2\n")
        case "added":
            (checkout / "b.py").write_text("")
        case "removed":
            (checkout / "a.py").unlink()
        case _:
            (checkout / "a.py").rename(checkout / "c.py")
    assert hash_tree(checkout) != before


def test_without_git_nothing_counts_as_unchanged(tmp_path: Path) -> None:
    assert hash_tree(tmp_path) != hash_tree(tmp_path)
