"""Our own package: its wheel and its source archive, and an environment that has the wheel instead of this checkout."""

import subprocess
import sys
import sysconfig
import tarfile
import venv
from pathlib import Path

from tests.support.command import ROOT

PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]


def build_wheel(source: Path, target: Path) -> Path:
    """Built by the locked flit_core, so that nothing is fetched."""
    offline = ["--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*PIP, "wheel", *offline, "--wheel-dir", str(target), str(source)], check=True)
    (wheel,) = target.glob("*.whl")
    return wheel


def build_source_archive(target: Path) -> Path:
    build = "import sys; from flit_core.buildapi import build_sdist; build_sdist(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, str(target)], cwd=ROOT, check=True)
    (archive,) = target.glob("*.tar.gz")
    return archive


def unpack(archive: Path, target: Path) -> Path:
    with tarfile.open(archive) as files:
        # Python 3.11 has filters from its fourth patch on, and Debian 12 has the second.
        files.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)
        files.extractall(target)  # noqa: S202 - an archive that we built ourselves
    return target / archive.name.removesuffix(".tar.gz")


def install(wheel: Path, target: Path) -> Path:
    """A new environment with this wheel; the command in it. What it depends on is read from where the tests run."""
    venv.create(target, with_pip=False)
    python = target / "bin" / "python"
    subprocess.run([*PIP, "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)], check=True)
    (packages,) = target.glob("lib/python*/site-packages")
    # A path file that is found this way is not read itself, so that the one of our checkout has no effect.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return target / "bin" / "showground"
