"""Finds the programs that tests start: `python -m tests.programs` installs what is missing, or says what to type."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping

from tests.packages import UNPACKED, run_visibly, unpack_program

# By name: the package of Debian and Ubuntu, Homebrew's, and the argument that prints a version.
PROGRAMS = {
    "pgbouncer": ("pgbouncer", "pgbouncer", "--version"),
    "nginx": ("nginx", "nginx", "-v"),
    "caddy": ("caddy", "caddy", "version"),
    "redis-server": ("redis-server", "redis", "--version"),
    "curl": ("curl", "curl", "--version"),
    "promtool": ("prometheus", "prometheus", "--version"),
}
# An ordinary PATH lacks most of these.
PLACES = (str(UNPACKED), "/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin", "/usr/local/bin")


def find_program(name: str) -> str | None:
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(PLACES))


def with_programs(environ: Mapping[str, str]) -> dict[str, str]:
    """So that a shell finds them by name."""
    return {**environ, "PATH": os.pathsep.join([environ["PATH"], *PLACES])}


def need_program(name: str) -> str:
    """Its path; it is installed if need be."""
    found = find_program(name) or install_program(name)
    assert found is not None, f"The tests need {name}. {how_to_install([name])}"
    return found


def install_program(name: str) -> str | None:
    """Its path, or None where it could not be installed."""
    package, formula, version = PROGRAMS[name]
    if shutil.which("brew"):
        run_visibly(["brew", "install", formula])
    else:
        unpack_program(package, (f"usr/sbin/{name}", f"usr/bin/{name}"), name=name)
    found = find_program(name)
    return found if found and starts(found, version) else None


def starts(program: str, version: str = "--version") -> bool:
    """Whether it starts at all: a library may be missing, or it may be a stand-in that only says what to install."""
    try:
        return subprocess.run([program, version], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def how_to_install(names: list[str]) -> str:
    packages = " ".join(PROGRAMS[name][0] for name in names)
    formulas = " ".join(PROGRAMS[name][1] for name in names)
    if shutil.which("brew"):
        return f"Type this: brew install {formulas}"
    if shutil.which("apt-get"):
        return f"Type this: sudo apt-get update && sudo apt-get install -y --no-install-recommends {packages}"
    if sys.platform == "darwin":
        return f"Install Homebrew (https://brew.sh), then: brew install {formulas}"
    return f"Install {', '.join(names)} with your system's package manager, so that they are on the PATH."


def main() -> None:
    missing = [name for name in PROGRAMS if not find_program(name) and not install_program(name)]
    if missing:
        sys.exit(f"The tests need {', '.join(missing)}, which could not be installed.\n{how_to_install(missing)}")


if __name__ == "__main__":
    main()
