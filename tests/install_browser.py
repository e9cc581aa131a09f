"""Finds a Chromium for the tests; `python -m tests.install_browser` installs one, or says what to type."""

import os
import platform
import shutil
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from playwright._impl._driver import compute_driver_executable
from playwright.async_api import Browser, async_playwright
from playwright.async_api import expect as expect_async
from playwright.sync_api import expect, sync_playwright

from tests.packages import UNPACKED, run_visibly, unpack, unpack_program, write_script
from tests.programs import starts
from tests.support.folders import memory_has_room

PATIENCE_MILLISECONDS = 180_000  # only a broken page takes that long, however busy the machine is
LAUNCH: dict[str, Any] = {
    "args": [
        "--no-sandbox",  # its own needs rights that containers and root lack; it meets only our own pages here
        "--renderer-process-limit=1",  # another process for each window takes a tenth of the CPU time
    ],
    # Playwright has the browser keep what its processes share on the disk, which takes a tenth of the CPU time, too.
    "ignore_default_args": ["--disable-dev-shm-usage"] if memory_has_room() else None,
    "timeout": PATIENCE_MILLISECONDS,
}
LAUNCH_UNDRAWN: dict[str, Any] = LAUNCH | {"args": [*LAUNCH["args"], "--disable-threaded-compositing"]}
SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
SNAPS = "/snap/"  # a snap sees another /tmp than we do, so Playwright cannot drive it
PACKAGE = "chromium"
# The same browser without its windows, toolbars and menus: opening a page in it takes a fifth of the CPU time.
SHELL = "chromium-headless-shell"
PLAYWRIGHT = [sys.executable, "-m", "playwright"]

# Playwright's driver is a Node that on ARM needs libatomic, which a small system lacks. Then ours starts it.
NODE = UNPACKED / "node"
if NODE.exists():
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(NODE)

expect.set_options(timeout=PATIENCE_MILLISECONDS)
expect_async.set_options(timeout=PATIENCE_MILLISECONDS)


def find_chromium() -> str | None:
    """The shell, else a whole one; None if none of them starts."""
    return find_shell() or find_whole_chromium()


def find_shell() -> str | None:
    """The machine's, else the unpacked one."""
    return next((path for path in (shutil.which(SHELL), str(UNPACKED / SHELL)) if path and starts(path)), None)


def find_whole_chromium() -> str | None:
    """Playwright's own, else the machine's, else the unpacked one."""
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    system = [found for name in SYSTEM_NAMES if (found := shutil.which(name)) and not found.startswith(SNAPS)]
    return next((path for path in (own, *system, str(UNPACKED / PACKAGE)) if starts(path)), None)


@asynccontextmanager
async def running_chromium(path: str) -> AsyncGenerator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, **LAUNCH)
        yield browser
        await browser.close()


def prepare_driver() -> bool:
    """Whether Playwright's driver starts, with libatomic unpacked if it needs that."""
    own, _ = compute_driver_executable()
    if not starts(own) and unpack("libatomic1"):
        write_script(NODE.name, Path(own))
        os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(NODE)
    return starts(compute_driver_executable()[0])


def install_shell() -> None:
    """Debian has a package of it. Where there is none, or no network, this is not tried again: a whole one will do."""
    tried = UNPACKED / f"{SHELL}.tried"
    if find_shell() is None and not tried.exists():
        UNPACKED.mkdir(exist_ok=True)
        tried.touch()
        unpack_program(SHELL, (f"usr/lib/chromium/{SHELL}",), beside=("chromium-common",))


def install_whole_chromium() -> str | None:
    """Its path, or None where it could not be installed."""
    # Debian's package, unpacked; Ubuntu has none (there it is a snap), nor has macOS: there Playwright downloads one.
    unpacked = unpack_program(PACKAGE, ("usr/lib/chromium/chromium",), beside=("chromium-common",))
    if unpacked and (found := find_whole_chromium()):
        return found
    libraries = ["--with-deps"] if sys.platform == "linux" and os.geteuid() == 0 else []
    run_visibly([*PLAYWRIGHT, "install", *libraries, "chromium"])
    return find_whole_chromium()


def how_to_install() -> str:
    download = f"{' '.join(PLAYWRIGHT)} install chromium"
    if sys.platform == "darwin":
        return f"Type this: {download}"
    if "ubuntu" in linux_names():
        return f"Type this: sudo {' '.join(PLAYWRIGHT)} install-deps chromium && {download}"
    if shutil.which("apt-get"):
        return "Type this: sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium"
    return "Install Chromium with your system's package manager, so that it is on the PATH."


def linux_names() -> list[str]:
    """This distribution, and those it is made from."""
    with suppress(OSError):
        release = platform.freedesktop_os_release()
        return [release["ID"], *release.get("ID_LIKE", "").split()]
    return []


def main() -> None:
    if not prepare_driver():
        sys.exit("Playwright does not start. Type this: sudo apt-get update && sudo apt-get install -y libatomic1")
    install_shell()
    if find_chromium() or install_whole_chromium():
        return
    sys.exit(f"The tests need Chromium, which could not be installed.\n{how_to_install()}")


if __name__ == "__main__":
    main()
