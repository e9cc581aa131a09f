"""Sees to a Chromium for the tests: `python -m tests.browser` finds one, installs it where it can, or says how."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.async_api import expect as expect_async
from playwright.sync_api import expect, sync_playwright

PATIENCE_MILLISECONDS = 180_000  # only a broken page takes that long, however busy the machine is
LAUNCH: dict[str, Any] = {
    "args": ["--no-sandbox"],  # its own needs rights that containers and root lack; it meets only our own pages here
    "timeout": PATIENCE_MILLISECONDS,
}
SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


expect.set_options(timeout=PATIENCE_MILLISECONDS)
expect_async.set_options(timeout=PATIENCE_MILLISECONDS)


def find_chromium() -> str | None:
    """Playwright's own, else the machine's; None if there is neither."""
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    if Path(own).exists():
        return own
    return next((found for name in SYSTEM_NAMES if (found := shutil.which(name))), None)


def ways_to_install() -> list[list[list[str]]]:
    """Each way is a row of commands; the first that leads to a Chromium will do."""
    playwright = [sys.executable, "-m", "playwright", "install"]
    if os.geteuid() != 0:
        return [[[*playwright, "chromium"]]]
    debian = [["apt-get", "update", "-q"], ["apt-get", "install", "-q", "-y", "--no-install-recommends", "chromium"]]
    return ([debian] if shutil.which("apt-get") else []) + [[[*playwright, "--with-deps", "chromium"]]]


def install_chromium() -> str | None:
    """Its program, or None where no way led to one."""
    for way in ways_to_install():
        for command in way:
            sys.stderr.write(f"Installing Chromium for the tests: {' '.join(command)}\n")
            if subprocess.run(command, check=False, stdout=sys.stderr).returncode != 0:
                break
        if found := find_chromium():
            return found
    return None


def main() -> None:
    if find_chromium() or install_chromium():
        return
    sys.exit(
        "The tests need Chromium, which could not be installed. Type one of these, then `make test` again:\n"
        "  sudo apt-get install -y chromium\n"
        f"  sudo {sys.executable} -m playwright install --with-deps chromium"
    )


if __name__ == "__main__":
    main()
