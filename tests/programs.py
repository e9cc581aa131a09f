"""Sees to programs that tests start: `python -m tests.programs` finds each, installs it where it can, or says how."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# By name, which is that of its Debian package too: the packages it needs besides what every Debian has.
PROGRAMS = {
    "pgbouncer": ("libevent-2.1-7", "libc-ares2"),
    "nginx": (),
    "redis-server": ("redis-tools", "libjemalloc2", "liblzf1", "liblua5.1-0", "lua-cjson", "lua-bitop", "libatomic1"),
}
# Packages are taken apart here: that needs no rights, and starts none of them as a service of the machine.
UNPACKED = Path(sys.prefix) / "programs"
PLACES = (str(UNPACKED), "/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin")  # an ordinary PATH lacks them
START = """#!/bin/sh
here=$(dirname "$0")
LD_LIBRARY_PATH=$(echo "$here"/usr/lib/*-linux-gnu*) exec "$here/{path}" "$@"
"""


def find_program(name: str) -> str | None:
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(PLACES))


def need_program(name: str) -> str:
    """Its path; it is installed if need be."""
    found = find_program(name) or install_program(name)
    assert found is not None, f"The tests need {name}: `python -m tests.programs` says how to get it."
    return found


def install_program(name: str) -> str | None:
    """Its path, or None where no way led to it."""
    if not shutil.which("apt-get"):
        return None
    UNPACKED.mkdir(exist_ok=True)
    download = ["apt-get", "download", "-q", name, *PROGRAMS[name]]
    # The lists of packages, which root alone can renew, are renewed only if those that are there do not do.
    if _run(*download) or (_run("apt-get", "update", "-q") and _run(*download)):
        for package in UNPACKED.glob("*.deb"):
            _run("dpkg", "--extract", str(package), str(UNPACKED))
        path = next(folder for folder in ("usr/sbin", "usr/bin") if (UNPACKED / folder / name).exists())
        (UNPACKED / name).write_text(START.format(path=f"{path}/{name}"))
        (UNPACKED / name).chmod(0o755)
    return find_program(name)


def _run(*command: str) -> bool:
    sys.stderr.write(f"Installing what the tests start: {' '.join(command)}\n")
    return subprocess.run(command, check=False, stdout=sys.stderr, cwd=UNPACKED).returncode == 0


def main() -> None:
    missing = [name for name in PROGRAMS if not find_program(name) and not install_program(name)]
    if missing:
        sys.exit(
            f"The tests need {' and '.join(missing)}, which could not be installed. Type this, then `make test`:\n"
            f"  sudo apt-get install -y {' '.join(missing)}"
        )


if __name__ == "__main__":
    main()
