"""Our rule for dependencies: released within two years before the lock was made, wheels for all supported platforms."""

import hashlib
import tomllib
from collections import Counter
from datetime import UTC, date, datetime

from tests.platforms import (
    DEVELOPMENT,
    PAGE,
    PLATFORMS,
    PYTHONS,
    ROOT,
    RUNTIME,
    Package,
    locked,
    make_page,
    read_package,
    read_page,
    unmet,
)

MAX_AGE_YEARS = 2
# Packages that may be older, and why.
OLD = {
    "aiosmtpd": "the SMTP server of the tests; there is no other for asyncio, and nobody runs it in production",
    "async-timeout": "only for Python 3.11.0 to 3.11.2, which lack a fix of asyncio.timeout",
    "colorama": "only for Windows, which the locks mention because pytest does",
    "defusedxml": "refuses XML that attacks its parser, for SVG in fpdf2, which we do not use; small and complete",
    "mdurl": "splits addresses for markdown-it-py, by the same authors; small and complete",
    "rfc3339-validator": "one regular expression, which openapi-spec-validator needs in tests",
    "sniffio": "names the running async library, for the clients of model providers; small and complete",
    "sortedcontainers": "sorted lists for hypothesis, which only tests use; pure Python and complete",
}


def too_old(packages: list[Package], checked: date) -> set[str]:
    oldest = checked.replace(year=checked.year - MAX_AGE_YEARS, day=min(checked.day, 28))
    return {package.name for package in packages if package.released < oldest}


def test_the_page_lists_what_is_locked() -> None:
    packages, _ = read_page()
    what_to_do = "The locks changed: run `make platforms`."
    assert {(each.name, each.version) for each in packages} == locked(DEVELOPMENT), what_to_do
    assert {(each.name, each.version) for each in packages if each.runtime} == locked(RUNTIME), what_to_do


def test_the_page_says_the_same_throughout() -> None:
    assert make_page(*read_page()) == PAGE.read_text()


def test_a_package_has_the_same_version_everywhere() -> None:
    names = [name for name, _ in sorted(locked(DEVELOPMENT))]
    assert [name for name, count in Counter(names).items() if count > 1] == []


def test_every_package_was_released_within_two_years() -> None:
    assert too_old(*read_page()) == set(OLD)


def test_every_package_has_a_wheel_on_every_supported_platform() -> None:
    assert unmet(read_page()[0]) == []


def test_a_missing_wheel_is_named() -> None:
    files = ["cp312-cp312-manylinux_2_28_x86_64", "cp311-abi3-macosx_11_0_arm64", "cp312-cp312-musllinux_1_2_x86_64"]
    package = read_package(published(*files), {digest(each) for each in files}, runtime=True)
    x86 = [f"example 1.0 has no wheel for Linux x86-64, Python {python}" for python in PYTHONS if python != "3.12"]
    arm = [f"example 1.0 has no wheel for Linux ARM64, Python {python}" for python in PYTHONS]
    assert unmet([package]) == x86 + arm


def test_a_wheel_that_the_lock_does_not_know_does_not_count() -> None:
    old, new = "cp312-cp312-manylinux_2_28_x86_64", "py3-none-any"
    assert unmet([read_package(published(old, new), {digest(new)}, runtime=True)]) == []
    assert unmet([read_package(published(old, new), {digest(old)}, runtime=True)]) != []


def test_a_package_counts_only_where_it_is_installed() -> None:
    only = "cp312-cp312-macosx_11_0_arm64"
    package = published(only) | {"marker": "sys_platform == 'darwin' and python_full_version < '3.13'"}
    missing = read_package(package, {digest(only)}, runtime=True).missing
    assert missing == (
        ("macOS on Apple silicon", "3.11"),
        ("macOS on Intel", "3.11"),
        ("macOS on Intel", "3.12"),
    )


def published(*files: str) -> dict[str, object]:
    """A package as uv describes it, with these wheels."""
    at = datetime(2026, 1, 1, tzinfo=UTC)
    wheels = [
        {
            "url": f"https://registry.example/example-1.0-{file}.whl",
            "upload-time": at,
            "hashes": {"sha256": digest(file)},
        }
        for file in files
    ]
    return {"name": "example", "version": "1.0", "wheels": wheels}


def digest(file: str) -> str:
    return hashlib.sha256(file.encode()).hexdigest()


def test_the_readme_names_every_platform_and_what_is_missing_there() -> None:
    section = (ROOT / "README.md").read_text().partition("## Supported platforms")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    packages, _ = read_page()
    for platform in PLATFORMS:
        (row,) = [row for row in rows if row.startswith(f"| {platform.name} |")]
        missing = {each.name for each in packages if each.runtime and platform.name in dict(each.missing)}
        assert all(name in row for name in missing), row
        assert row.startswith(f"| {platform.name} | yes |") == (not missing), row


def test_the_package_names_the_same_pythons() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    head = "Programming Language :: Python :: 3."
    assert [f"3.{each.removeprefix(head)}" for each in project["classifiers"] if each.startswith(head)] == [*PYTHONS]
    assert project["requires-python"] == f">={PYTHONS[0]}"
