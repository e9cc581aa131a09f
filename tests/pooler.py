"""Sees to a pgbouncer for the tests: `python -m tests.pooler` finds one, installs it where it can, or says how."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

UNPACKED = Path(sys.prefix) / "pgbouncer"  # what an ordinary user of Debian gets: its packages, taken apart
PLACES = (str(UNPACKED), "/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin")  # an ordinary PATH lacks them
LIBRARIES = ("libevent-2.1-7", "libc-ares2")  # what it needs besides those that every Debian has
START = (
    '#!/bin/sh\nhere=$(dirname "$0")\nLD_LIBRARY_PATH=$(echo "$here"/usr/lib/*) exec "$here/usr/sbin/pgbouncer" "$@"\n'
)


def find_pgbouncer() -> str | None:
    """Its program; None if there is none."""
    return shutil.which("pgbouncer") or shutil.which("pgbouncer", path=os.pathsep.join(PLACES))


def install_pgbouncer() -> str | None:
    """Its program, or None where no way led to one."""
    if not shutil.which("apt-get"):
        return None
    install = ["apt-get", "install", "-q", "-y", "--no-install-recommends", "pgbouncer"]
    # The lists of packages are renewed only if those that are there do not do.
    if os.geteuid() == 0:
        if not _run(*install) and _run("apt-get", "update", "-q"):
            _run(*install)
    else:
        UNPACKED.mkdir(exist_ok=True)
        if _run("apt-get", "download", "-q", "pgbouncer", *LIBRARIES):
            for package in UNPACKED.glob("*.deb"):
                _run("dpkg", "--extract", str(package), str(UNPACKED))
            (UNPACKED / "pgbouncer").write_text(START)
            (UNPACKED / "pgbouncer").chmod(0o755)
    return find_pgbouncer()


def _run(*command: str) -> bool:
    sys.stderr.write(f"Installing pgbouncer for the tests: {' '.join(command)}\n")
    folder = UNPACKED if UNPACKED.exists() else None
    return subprocess.run(command, check=False, stdout=sys.stderr, cwd=folder).returncode == 0


def main() -> None:
    if find_pgbouncer() or install_pgbouncer():
        return
    sys.exit(
        "The tests need pgbouncer, which could not be installed. Type this, then `make test` again:\n"
        "  sudo apt-get install -y pgbouncer"
    )


if __name__ == "__main__":
    main()
