"""The command `showground` as processes of their own, as people start it."""

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2

from tests.support.wait import PATIENCE_SECONDS
from tests.support.warm_commands import WarmProcess, warm_commands

ROOT = Path(__file__).parents[2]
LONG = PATIENCE_SECONDS
# Below those that systems give away by themselves: between its choice and its use, and while its server is started
# again, none of these is taken by a connection or by a server that asks for any port.
PORTS = range(20_000, 30_000)


def surroundings(settings: Mapping[str, Any]) -> dict[str, str]:
    """This process's environment with these settings and no others; `database_url` is SHOWGROUND_DATABASE_URL."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("SHOWGROUND_")}
    chosen = {f"SHOWGROUND_{name.upper()}": str(value) for name, value in settings.items()}
    return plain | chosen | {"PYTHONPATH": str(ROOT / "src"), "COLUMNS": "100"}


def showground(*arguments: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    """Run the command to its end, without the time that it takes to import. Its outputs may not hold a traceback."""
    return _without_traceback(warm_commands.run(arguments, surroundings(settings)))


def start_showground(*arguments: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    """The same with everything that belongs to its start, for tests of that or of what processes inherit."""
    command = [sys.executable, "-m", "showground", *arguments]
    environ = surroundings(settings)
    return _without_traceback(
        subprocess.run(command, env=environ, cwd=ROOT, capture_output=True, text=True, timeout=LONG, check=False)
    )


def _without_traceback(done: subprocess.CompletedProcess[str]) -> subprocess.CompletedProcess[str]:
    assert "Traceback" not in done.stdout + done.stderr, done.stderr
    return done


class Running:
    """A command that goes on until it is told to stop, in a process group of its own."""

    def __init__(
        self,
        *arguments: str,
        port: int = 0,
        program: str = "showground",
        installed: "Installed | None" = None,
        warm: bool = False,
        **settings: Any,
    ) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        arguments = (*arguments, "--port", str(port)) if port else arguments
        read, write = os.pipe()
        self.process: subprocess.Popen[bytes] | WarmProcess
        if warm:
            self.process = warm_commands.start(arguments, surroundings(settings), write, write)
        else:
            start = [str(installed.command)] if installed else [sys.executable, "-m", program]
            self.process = subprocess.Popen(
                [*start, *arguments],
                env=installed.environ if installed else surroundings(settings),
                cwd=installed.folder if installed else ROOT,
                stdout=write,
                stderr=write,
                start_new_session=True,
            )
        os.close(write)
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read, args=[read], daemon=True)
        self._reader.start()

    def _read(self, pipe: int) -> None:
        with open(pipe) as output:
            self.lines.extend(output)

    @property
    def output(self) -> str:
        return "".join(self.lines)

    def says(self, words: str) -> bool:
        """Wait until it has said this."""
        return before_long(lambda: words in self.output or self.process.poll() is not None) and words in self.output

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> httpx2.Response:
        """Its answer, as soon as it gives one."""
        assert before_long(lambda: listens(self.port) or self.process.poll() is not None), self.output
        assert self.process.poll() is None, self.output
        return httpx2.get(self.url + path, headers=headers, timeout=LONG)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to stop; its exit code, once it is gone and has said its last."""
        self.process.send_signal(number)
        code = self.process.wait(LONG)
        self._reader.join(LONG)
        assert "Traceback" not in self.output, self.output
        return code


@dataclass(frozen=True)
class Installed:
    """The command as it was installed, started in this folder and environment, with nothing of the checkout's."""

    command: Path
    folder: Path
    environ: Mapping[str, str]


@contextmanager
def running(*arguments: str, port: int = 0, program: str = "showground", **settings: Any) -> Generator[Running]:
    """A command for the time of this block; whatever is left of it afterwards is killed."""
    with _ended(Running(*arguments, port=port, program=program, **settings)) as command:
        yield command


@contextmanager
def running_warm(*arguments: str, port: int = 0, **settings: Any) -> Generator[Running]:
    """The same without the time that it takes to import, for tests that are not about the start of a server."""
    with _ended(Running(*arguments, port=port, warm=True, **settings)) as command:
        yield command


@contextmanager
def running_installed(installed: Installed, *arguments: str, port: int) -> Generator[Running]:
    """The same of an installed command."""
    with _ended(Running(*arguments, port=port, installed=installed)) as command:
        yield command


@contextmanager
def running_module(module: str, *arguments: str) -> Generator[WarmProcess]:
    """A module of the tests, without the time that it takes to import; killed at the end of this block."""
    process = warm_commands.start(["-m", module, *arguments], surroundings({}), 1, 2)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait(LONG)


@contextmanager
def _ended(command: Running) -> Generator[Running]:
    try:
        yield command
    finally:
        with suppress(ProcessLookupError):
            os.killpg(command.process.pid, signal.SIGKILL)
        command.process.kill()
        command.process.wait(LONG)


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return False
    return True


def free_port() -> int:
    """A port that nobody listens on; no other process of this run is given it."""
    while True:
        port = _chosen.pop()
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # one that was used a moment ago will do
            probe.bind(("127.0.0.1", port))
            return port


def _shuffled() -> list[int]:
    """The ports of this process: pytest's workers have a part of them each."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    own = list(PORTS[worker::workers])
    random.shuffle(own)
    return own


_chosen = _shuffled()


def mention(words: str) -> list[int]:
    """The processes whose command line holds these words, or whose own setting of the data folder does."""
    found: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes() + (folder / "environ").read_bytes()
        except OSError:
            continue
        if words.encode() in command and int(folder.name) != os.getpid():
            found.append(int(folder.name))
    return found


def gone(words: str) -> bool:
    """Wait until no process mentions these words."""
    return before_long(lambda: not mention(words))


def before_long(condition: Callable[[], bool]) -> bool:
    """Wait until this is so. What takes long to check, such as all processes of the machine, is checked less often."""
    end = time.monotonic() + LONG
    while True:
        began = time.thread_time()
        if condition():
            return True
        if time.monotonic() > end:
            return False
        time.sleep(max(0.01, 5 * (time.thread_time() - began)))


def is_group_gone(group: int) -> bool:
    """Whether no process is left in a process group."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False
