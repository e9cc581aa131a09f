"""`make release`: builds the wheel and the source archive into dist/, and checks all that can be wrong with them."""

import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path

from tests.support.command import ROOT
from tests.support.package import build_source_archive, build_wheel, install, unpack

DIST = ROOT / "dist"
SECTION = re.compile(r"^## (?P<version>\S+) \((?P<date>\d{4}-\d\d-\d\d|unreleased)\)$", re.MULTILINE)
IN_THE_SOURCE = {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "requirements.lock", "Makefile"}


def version() -> str:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def changelog_problems(text: str) -> Iterator[str]:
    found = SECTION.search(text)
    if found is None:
        yield "CHANGELOG.md has no section such as `## 0.2.0 (2026-11-20)`."
        return
    if found["version"] != version():
        yield f"CHANGELOG.md begins with {found['version']}, but pyproject.toml has {version()}."
    if found["date"] == "unreleased":
        yield f"CHANGELOG.md says that {found['version']} is unreleased: put the date there."


def wheel_problems(wheel: Path) -> Iterator[str]:
    """What a wheel lacks, has too much of, or gives away about the machine it was built on."""
    with zipfile.ZipFile(wheel) as files:
        texts = {name: files.read(name) for name in files.namelist()}
    kept = {name.removeprefix("src/") for name in tracked("src/showground")}
    info = f"showground-{version()}.dist-info/"
    held = {name for name in texts if not name.startswith(info)}
    yield from (f"The wheel lacks {name}." for name in sorted(kept - held))
    yield from (f"The wheel holds {name}, which is not in git." for name in sorted(held - kept))
    yield from machine_paths(texts)
    metadata = Parser().parsestr(texts[info + "METADATA"].decode())
    wanted = {"Name": "showground", "Version": version(), "License-Expression": "MIT", "Requires-Python": ">=3.11"}
    for field, value in wanted.items():
        if metadata[field] != value:
            yield f"The wheel's {field} is {metadata[field]}, not {value}."
    if not metadata["Summary"] or "# Showground" not in str(metadata.get_payload()):
        yield "The wheel's metadata have no summary or no description."
    if b"showground=showground.cli:main" not in texts[info + "entry_points.txt"]:
        yield "The wheel has no command `showground`."


def source_problems(archive: Path) -> Iterator[str]:
    with tarfile.open(archive) as files:
        members = [member for member in files.getmembers() if member.isfile()]
        texts = {member.name.partition("/")[2]: _read(files, member) for member in members}
    wanted = IN_THE_SOURCE | tracked("src/showground")
    yield from (f"The source archive lacks {name}." for name in sorted(wanted - texts.keys()))
    yield from (
        f"The source archive holds {name}, which is not in git." for name in sorted(texts.keys() - _all_files())
    )
    yield from machine_paths(texts)


def machine_paths(texts: dict[str, bytes]) -> Iterator[str]:
    """Folders of this machine; root's home has a name that texts may well mention."""
    folders = {str(ROOT), sys.prefix, sys.base_prefix, str(Path.home())} - {"/root", "/usr", "/usr/local"}
    for name, text in texts.items():
        found = [folder for folder in sorted(folders) if folder.encode() in text]
        inner = [folder for folder in found if not any(other.startswith(f"{folder}/") for other in found)]
        yield from (f"{name} mentions {folder}." for folder in inner)


def tracked(folder: str) -> set[str]:
    listed = subprocess.run(["git", "ls-files", "-z", folder], cwd=ROOT, capture_output=True, text=True, check=True)
    return {name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()}


def _all_files() -> set[str]:
    return tracked(".") | {"PKG-INFO"}


def _read(files: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    opened = files.extractfile(member)
    return opened.read() if opened else b""


def install_problems(wheel: Path) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        command = install(wheel, Path(folder) / "environment")
        said = subprocess.run([command, "--version"], cwd=folder, capture_output=True, text=True, check=False)
    if said.stdout.strip() != f"showground {version()}":
        yield f"Installed, `showground --version` says {(said.stdout + said.stderr).strip()}."


def rebuild_problems(wheel: Path, archive: Path) -> Iterator[str]:
    """Whoever builds from the source archive must get the same."""
    with tempfile.TemporaryDirectory() as folder:
        again = build_wheel(unpack(archive, Path(folder)), Path(folder) / "wheel")
        with zipfile.ZipFile(wheel) as ours, zipfile.ZipFile(again) as theirs:
            before, after = ({file.filename: file.CRC for file in files.infolist()} for files in (ours, theirs))
    if before != after:
        differing = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
        yield f"The wheel that the source archive builds differs in {', '.join(differing)}."


def main() -> None:
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    wheel, archive = build_wheel(ROOT, DIST), build_source_archive(DIST)
    problems = [
        *changelog_problems((ROOT / "CHANGELOG.md").read_text()),
        *wheel_problems(wheel),
        *source_problems(archive),
        *install_problems(wheel),
        *rebuild_problems(wheel, archive),
    ]
    for path in (wheel, archive):
        sys.stdout.write(f"{path.relative_to(ROOT)}  {path.stat().st_size / 1e6:.1f} MB\n")
    if problems:
        sys.exit("\n".join(problems))
    sys.stdout.write(f"Showground {version()} is ready to be published.\n")


if __name__ == "__main__":
    main()
