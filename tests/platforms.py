"""Asks the registry for a wheel of every locked package: `python -m tests.platforms` prints where one is missing.

docs/dependencies.md records what the registry said. Tests read that page, so they need no registry."""

import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from packaging import tags
from packaging.markers import Marker
from packaging.utils import parse_wheel_filename

ROOT = Path(__file__).parents[1]
RUNTIME, DEVELOPMENT = "requirements.lock", "requirements-dev.lock"
PAGE = ROOT / "docs" / "dependencies.md"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
HEAD = """# Dependencies

`make platforms`, which is the last step of `make lock`, writes this page from what the package registry says about
every locked package. The rule and its exceptions are in `tests/repo_rules/test_dependencies.py`.

Checked on {checked}.

## Wheels

Linux means glibc 2.28 or newer (Debian 10, Ubuntu 20.04, RHEL 8), musl means 1.2, macOS means 14 or newer.

{tables}

## Packages

A package that running needs is in both locks; one that only development needs is in `requirements-dev.lock`.
"""


@dataclass(frozen=True)
class Platform:
    name: str
    system: str  # as `sys_platform` calls it
    machine: str
    wheels: tuple[str, ...]  # platform tags that fit
    supported: bool


def _glibc(machine: str) -> tuple[str, ...]:
    older = [f"manylinux{name}_{machine}" for name in ("2014", "2010", "1")]
    return (*(f"manylinux_2_{minor}_{machine}" for minor in range(28, 4, -1)), *older)


def _musl(machine: str) -> tuple[str, ...]:
    return tuple(f"musllinux_1_{minor}_{machine}" for minor in (2, 1, 0))


def _macos(machine: str) -> tuple[str, ...]:
    return tuple(tags.mac_platforms((14, 0), machine))


PLATFORMS = (
    Platform("Linux x86-64", "linux", "x86_64", _glibc("x86_64"), supported=True),
    Platform("Linux ARM64", "linux", "aarch64", _glibc("aarch64"), supported=True),
    Platform("macOS on Apple silicon", "darwin", "arm64", _macos("arm64"), supported=True),
    Platform("macOS on Intel", "darwin", "x86_64", _macos("x86_64"), supported=False),
    Platform("Linux x86-64, musl", "linux", "x86_64", _musl("x86_64"), supported=False),
    Platform("Linux ARM64, musl", "linux", "aarch64", _musl("aarch64"), supported=False),
)


@dataclass(frozen=True)
class Package:
    name: str
    version: str
    released: date
    runtime: bool
    missing: tuple[tuple[str, str], ...]  # platform and Python without a wheel


def ask_registry() -> list[Package]:
    """uv looks up the files of every locked package, and when they were published."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "pylock.toml"
        command = [Path(sys.executable).with_name("uv"), "pip", "compile", "--no-config", "--quiet", "--universal"]
        command += ["--python-version", PYTHONS[0], "--only-binary", ":all:", "--no-deps", "--format", "pylock.toml"]
        subprocess.run([*command, "--output-file", answer, ROOT / DEVELOPMENT], check=True)
        found = tomllib.loads(answer.read_text())["packages"]
    runtime = locked(RUNTIME)
    hashes = set(re.findall(r"--hash=sha256:([0-9a-f]{64})", (ROOT / DEVELOPMENT).read_text()))
    return [read_package(each, hashes, (each["name"], each["version"]) in runtime) for each in found]


def locked(lock: str) -> set[tuple[str, str]]:
    """Names and versions."""
    return set(re.findall(r"^([a-z0-9-]+)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE))


def read_package(found: dict[str, Any], hashes: set[str], runtime: bool) -> Package:
    # A file that was published after the lock was made has no hash there, so pip would refuse it.
    wheels = [wheel for wheel in found["wheels"] if wheel["hashes"]["sha256"] in hashes]
    files = [str(wheel["url"]).rpartition("/")[2] for wheel in wheels]
    fitting = {tag for file in files for tag in parse_wheel_filename(file)[3]}
    missing = [
        (platform.name, python)
        for platform in PLATFORMS
        for python in PYTHONS
        if _is_needed(found.get("marker"), platform, python) and fitting.isdisjoint(_tags(platform, python))
    ]
    released = min(wheel["upload-time"] for wheel in wheels).date()
    return Package(found["name"], found["version"], released, runtime, tuple(missing))


def _is_needed(marker: str | None, platform: Platform, python: str) -> bool:
    """Whether a package is installed there at all."""
    environment = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "sys_platform": platform.system,
        "platform_system": platform.system.capitalize(),
        "platform_machine": platform.machine,
        "os_name": "posix",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    return marker is None or Marker(marker).evaluate(environment)


def _tags(platform: Platform, python: str) -> set[tags.Tag]:
    """What pip of that Python on that platform installs."""
    version = tuple(map(int, python.split(".")))
    interpreter = f"cp{python.replace('.', '')}"
    return {
        *tags.cpython_tags(version, platforms=platform.wheels),
        *tags.compatible_tags(version, interpreter, platform.wheels),
    }


def make_tables(packages: list[Package]) -> str:
    running = [package for package in packages if package.runtime]
    return f"{_platforms('To run (`make serve`)', running)}\n\n{_platforms('To develop (`make test`)', packages)}"


def _platforms(title: str, packages: list[Package]) -> str:
    """Each platform and Python: "yes", or the packages that have no wheel there."""

    def cell(platform: Platform, python: str) -> str:
        names = sorted(each.name for each in packages if (platform.name, python) in each.missing)
        return f"no: {', '.join(names)}" if names else "yes"

    rows = [[platform.name, *(cell(platform, python) for python in PYTHONS)] for platform in PLATFORMS]
    return _table([title, *(f"Python {python}" for python in PYTHONS)], rows)


def _table(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rows])


def make_page(packages: list[Package], checked: date) -> str:
    rows: list[list[str]] = []
    for each in sorted(packages, key=lambda package: (package.name, package.version)):
        missing = "; ".join(f"{platform} {python}" for platform, python in each.missing)
        rows.append([each.name, each.version, str(each.released), "run" if each.runtime else "develop", missing])
    table = _table(["package", "version", "released", "needed to", "no wheel"], rows)
    return f"{HEAD.format(checked=checked, tables=make_tables(packages))}\n{table}\n"


def read_page() -> tuple[list[Package], date]:
    """What the page records, and the day it was written."""
    text = PAGE.read_text()
    checked = re.search(r"^Checked on (\S+)\.$", text, re.MULTILINE)
    assert checked is not None
    packages: list[Package] = []
    for line in text.partition("## Packages")[2].splitlines()[6:]:
        name, version, released, need, missing = (cell.strip() for cell in line.strip("|").split("|"))
        pairs = [each.rpartition(" ") for each in missing.split("; ") if each]
        places = tuple((platform, python) for platform, _, python in pairs)
        packages.append(Package(name, version, date.fromisoformat(released), need == "run", places))
    return packages, date.fromisoformat(checked[1])


def unmet(packages: Iterable[Package]) -> list[str]:
    """A line for each wheel that is missing on a supported platform."""
    supported = {platform.name for platform in PLATFORMS if platform.supported}
    return [
        f"{each.name} {each.version} has no wheel for {platform}, Python {python}"
        for each in packages
        for platform, python in each.missing
        if platform in supported
    ]


def main() -> None:
    packages = ask_registry()
    PAGE.write_text(make_page(packages, datetime.now(UTC).date()))
    sys.stdout.write(f"{make_tables(packages)}\n")
    if problems := unmet(packages):
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
