"""Programs from the packages of Debian and Ubuntu, unpacked below .venv: this needs no root and starts no service."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

UNPACKED = Path(sys.prefix) / "programs"
OWN_APT = UNPACKED / "apt"
SYSTEM_LISTS = Path("/var/lib/apt/lists")
SCRIPT = """#!/bin/sh
export LD_LIBRARY_PATH="{libraries}"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="{fonts}"
exec "{program}" "$@"
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>{unpacked}/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""


def unpack_program(package: str, paths: tuple[str, ...], beside: tuple[str, ...] = (), name: str | None = None) -> bool:
    """Make the first of these paths in the package, and all that it needs, startable as `UNPACKED/name`.

    The packages `beside` hold files that it looks for next to itself, so they are unpacked even if they are installed.
    """
    if not unpack(package, beside):
        return False
    program = next((UNPACKED / path for path in paths if (UNPACKED / path).exists()), None)
    if program is not None:
        write_script(name or package, program)
    return program is not None


def unpack(package: str, beside: tuple[str, ...] = ()) -> bool:
    """Unpack a package, those it needs that this machine lacks, and those `beside` it."""
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        return False
    # The machine's lists of packages may be empty or old, and only root can renew them. Then we fetch our own.
    own = OWN_APT / "lists"
    if not (_download(package, beside, SYSTEM_LISTS) or (_update() and _download(package, beside, own))):
        return False
    for file in _downloads(package).glob("*.deb"):
        subprocess.run(["dpkg-deb", "--extract", file, UNPACKED], check=True)
    shutil.rmtree(_downloads(package))
    return True


def write_script(name: str, program: Path) -> None:
    """`UNPACKED/name` starts the program with the libraries and fonts that were unpacked."""
    libraries = {str(file.parent) for folder in ("lib", "usr/lib") for file in (UNPACKED / folder).rglob("*.so*")}
    fonts = UNPACKED / "fonts.conf"
    fonts.write_text(FONTS.format(unpacked=UNPACKED))
    script = UNPACKED / name
    script.write_text(SCRIPT.format(libraries=":".join(sorted(libraries)), fonts=fonts, program=program))
    script.chmod(0o755)


def packages_to_install(simulated: str) -> list[str]:
    """The packages that `apt-get install --simulate` would install, by what it prints."""
    return re.findall(r"^Inst (\S+) ", simulated, re.MULTILINE)


def _download(package: str, beside: tuple[str, ...], lists: Path) -> bool:
    """Fetch a package, those it needs that this machine lacks, and those `beside` it."""
    install = _apt(lists, "install", "--simulate", "--no-install-recommends", package)
    simulated = subprocess.run(install, env=_plain(), capture_output=True, text=True, check=False)
    missing = packages_to_install(simulated.stdout)
    # On Ubuntu `chromium` only names a package that installs a snap, which we cannot unpack.
    if simulated.returncode != 0 or package not in missing:
        return False
    shutil.rmtree(_downloads(package), ignore_errors=True)
    _downloads(package).mkdir(parents=True)
    return run_visibly(_apt(lists, "download", "--quiet", *{*missing, *beside}), folder=_downloads(package))


def _update() -> bool:
    (OWN_APT / "lists" / "partial").mkdir(parents=True, exist_ok=True)
    return run_visibly(_apt(OWN_APT / "lists", "update", "--quiet"))


def _apt(lists: Path, *arguments: str) -> list[str]:
    """apt-get with folders of our own, which knows the machine's sources and what is installed there."""
    (OWN_APT / "cache" / "archives" / "partial").mkdir(parents=True, exist_ok=True)
    options = {
        "Dir::State": OWN_APT,
        "Dir::State::lists": lists,
        "Dir::State::status": "/var/lib/dpkg/status",
        "Dir::Cache": OWN_APT / "cache",
        "APT::Sandbox::User": "root",  # for root: the user `_apt` could not write here
    }
    return ["apt-get", *(word for name, value in options.items() for word in ("-o", f"{name}={value}")), *arguments]


def _downloads(package: str) -> Path:
    return OWN_APT / "packages" / package


def _plain() -> dict[str, str]:
    return os.environ | {"LC_ALL": "C"}


def run_visibly(command: list[str], folder: Path | None = None) -> bool:
    """Whether it succeeded; what it prints is seen, since it may take a minute."""
    sys.stderr.write(f"Installing what the tests start: {' '.join(command)}\n")
    return subprocess.run(command, check=False, stdout=sys.stderr, cwd=folder).returncode == 0
