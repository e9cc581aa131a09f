"""What is published: the wheel works without the checkout, and what a release must not lack is noticed."""

import os
import subprocess
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.release import (
    SECTION,
    changelog_problems,
    rebuild_problems,
    source_problems,
    version,
    wheel_problems,
)
from tests.support.command import ROOT, Installed, free_port, gone, running_installed
from tests.support.folders import temporary_folder
from tests.support.package import build_source_archive, build_wheel, install


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def command(wheel: Path) -> Iterator[Path]:
    """Installed into a new environment."""
    with temporary_folder() as folder:
        yield install(wheel, folder / "environment")


@pytest.fixture
def installed(command: Path) -> Iterator[Installed]:
    """With a home and a current folder that are new."""
    with temporary_folder() as folder:
        for name in ("home", "current"):
            (folder / name).mkdir()
        environ = {"HOME": str(folder / "home"), "PATH": f"{command.parent}{os.pathsep}/usr/bin:/bin"}
        yield Installed(command, folder / "current", environ)
        assert gone(str(folder))


@pytest.mark.slow
def test_the_wheel_serves_from_any_folder(installed: Installed) -> None:
    data = Path(installed.environ["HOME"], ".local/share/showground")
    with running_installed(installed, "serve", port=free_port()) as site:
        front = site.get("/")
        assert (front.status_code, "Siltbase" in site.get("/listings/siltbase").text) == (200, True)
        for path in ("/docs/api", "/api/v1/listings", "/healthz"):
            assert site.get(path).status_code == 200, path
        elsewhere = replace(installed, folder=Path(installed.environ["HOME"]))
        made = subprocess.run(
            [elsewhere.command, "key", "create", "founder@demo.example", "--scope", "account:read"],
            cwd=elsewhere.folder, env=elsewhere.environ, capture_output=True, text=True, check=True,
        )  # fmt: skip
        me = site.get("/api/v1/me", headers={"Authorization": f"Bearer {made.stdout.strip()}"})
        assert me.json()["account"]["email"] == "founder@demo.example"
        assert site.stop() == 0
    assert f"  Data folder    {data}\n" in site.lines
    assert list(installed.folder.iterdir()) == []
    assert data.stat().st_mode & 0o067 == 0


@pytest.mark.slow
def test_a_database_of_the_current_folder_is_not_left_behind(installed: Installed) -> None:
    (installed.folder / "data" / "postgres" / "data").mkdir(parents=True)
    command = [installed.command, "migrate"]
    done = subprocess.run(
        command, cwd=installed.folder, env=installed.environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert f"set SHOWGROUND_DATA_DIR={installed.folder}/data" in done.stderr
    assert list(Path(installed.environ["HOME"]).iterdir()) == []


@pytest.mark.slow
def test_wheel_and_source_archive_are_whole(wheel: Path, tmp_path: Path) -> None:
    archive = build_source_archive(tmp_path)
    assert [*wheel_problems(wheel), *source_problems(archive), *rebuild_problems(wheel, archive)] == []


@pytest.mark.slow
def test_a_wheel_that_lacks_something_or_tells_of_the_machine_is_noticed(wheel: Path, tmp_path: Path) -> None:
    bad = tmp_path / wheel.name
    with zipfile.ZipFile(wheel) as files, zipfile.ZipFile(bad, "w") as fewer:
        lost = next(name for name in files.namelist() if name.startswith("showground/emails/"))
        for name in files.namelist():
            if name != lost:
                fewer.writestr(name, files.read(name))
        fewer.writestr("showground/left.py", f"# {ROOT}")
    assert list(wheel_problems(bad)) == [
        f"The wheel lacks {lost}.",
        "The wheel holds showground/left.py, which is not in git.",
        f"showground/left.py mentions {ROOT}.",
    ]


def test_the_changelog_begins_with_the_version_and_has_a_date_for_every_other() -> None:
    found = SECTION.findall((ROOT / "CHANGELOG.md").read_text())
    assert found[0][0] == version()
    assert [name for name, date in found[1:] if date == "unreleased"] == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("# Changelog", "no section"),
        ("## 0.0.9 (2026-11-20)", "begins with 0.0.9"),
        (f"## {version()} (unreleased)", "is unreleased"),
    ],
)
def test_a_changelog_that_does_not_fit_is_noticed(text: str, problem: str) -> None:
    (found,) = changelog_problems(text)
    assert problem in found
    assert list(changelog_problems(f"## {version()} (2026-11-20)")) == []
