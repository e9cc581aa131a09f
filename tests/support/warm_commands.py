"""Runs the command `showground` in processes that need not import it.

Importing is nine tenths of what most commands take, and the tests run more than a hundred of them. So a process that
has imported what they need forks one for each. Servers that a test needs but is not about are started in this way too,
and modules of the tests that are to be killed (`-m` and the name of the module, as Python takes it).
The start itself is the subject of `test_command_imports.py`, `test_serving.py` and others.
"""

import atexit
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from runpy import run_module
from threading import Lock
from typing import NoReturn

from showground import __main__ as showground_main
from showground.cli import main
from showground.cli.resources import load_dispatcher
from showground.registry import all_jobs, all_operations
from showground.surfaces.web import templates_engine
from tests.support import compiled
from tests.support.wait import PATIENCE_SECONDS

ROOT = Path(__file__).parents[2]
# What servers import, most of it after their first answer.
OF_SERVERS = (
    "showground.bind_port",
    "showground.serving",
    "showground.core.jobs.worker",
    "showground.demo.load",
    "showground.surfaces.mcp.surface",
    "showground.surfaces.web.application",
    "anyio._backends._asyncio",
    "babel.dates",
    "babel.numbers",
    "procrastinate.builtin_tasks",
    "procrastinate.worker",
    "uvicorn.lifespan.on",
    "uvicorn.loops.uvloop",
)


class WarmCommands:
    """The client of the process, which is started when it is first needed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    def run(self, arguments: Sequence[str], environ: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        with tempfile.TemporaryFile("w+b") as stdout, tempfile.TemporaryFile("w+b") as stderr:
            code = self.start(arguments, environ, stdout.fileno(), stderr.fileno()).wait(PATIENCE_SECONDS)
            stdout.seek(0)
            stderr.seek(0)
            return subprocess.CompletedProcess(arguments, code, stdout.read().decode(), stderr.read().decode())

    def start(
        self, arguments: Sequence[str], environ: Mapping[str, str], stdout: int, stderr: int, folder: str = str(ROOT)
    ) -> "WarmProcess":
        """Start a command in this folder, in a process group of its own, that writes into these open files."""
        ours, theirs = socket.socketpair()
        with tempfile.TemporaryFile("w+b") as asked, theirs:
            asked.write(json.dumps([arguments, dict(environ), folder]).encode())
            asked.seek(0)
            with self._lock:
                control = self._control or self._start()
                socket.send_fds(control, [b"!"], [asked.fileno(), stdout, stderr, theirs.fileno()])
        return WarmProcess(ours)

    def _start(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __spec__.name, str(theirs.fileno())],
                env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
                cwd=ROOT,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        self._control = ours
        atexit.register(self._stop)
        return ours

    def _stop(self) -> None:
        assert self._process is not None
        assert self._control is not None
        self._control.close()
        self._process.wait(PATIENCE_SECONDS)


class WarmProcess:
    """A command that was started; it can be asked and told what a `subprocess.Popen` can."""

    def __init__(self, ended: socket.socket) -> None:
        self._ended = ended
        self._ended.settimeout(PATIENCE_SECONDS)
        self.pid = int(ended.recv(16, socket.MSG_WAITALL))
        self.returncode: int | None = None

    def poll(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            self._ended.settimeout(timeout)
            try:
                self.returncode = int(self._ended.recv(16))
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired("showground", timeout or 0.0) from None
            self._ended.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it may end in between, before its waiter says so
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def serve(control: socket.socket) -> None:
    """Fork for each command until the client is gone."""
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, 1, 4)
        if not message:
            return
        with open(descriptors.pop(0), "rb") as asked:  # noqa: PTH123 - it has a number and no name
            arguments, environ, folder = json.load(asked)
        waiter = os.fork()
        if waiter == 0:  # waits for the command, so that this process can take the next one
            command = os.fork()
            if command == 0:
                control.close()
                become(arguments, environ, folder, descriptors)
            os.write(descriptors[2], f"{command:16}".encode())
            _, status = os.waitpid(command, 0)
            os.write(descriptors[2], str(os.waitstatus_to_exitcode(status)).encode())
            os._exit(0)
        for descriptor in descriptors:
            os.close(descriptor)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:  # the waiters that have ended meanwhile
                pass


def become(arguments: Sequence[str], environ: Mapping[str, str], folder: str, descriptors: Sequence[int]) -> NoReturn:
    """Be the command, as if it had just been started."""
    stdout, stderr, ended = descriptors
    os.setsid()
    os.chdir(folder)
    os.close(ended)
    for opened, number in ((stdout, 1), (stderr, 2)):
        os.dup2(opened, number)
        os.close(opened)
    os.environ.clear()
    os.environ.update(environ)
    sys.modules["__main__"] = showground_main  # what processes started by this one import first
    if arguments[:1] == ["-m"]:
        sys.argv = arguments[1:]
        run_module(arguments[1], run_name="__main__", alter_sys=True)
        sys.exit(0)
    sys.argv = ["showground", *arguments]
    main()
    sys.exit(0)


warm_commands = WarmCommands()

if __name__ == "__main__":
    load_dispatcher()
    for name in OF_SERVERS:
        import_module(name)
    all_jobs()
    for operation in all_operations():  # every server describes them, which takes longer than the rest of its start
        assert operation.schema
        assert operation.output_schema
    if compiled.FOLDER in os.environ:
        templates_engine.__dict__.update(Environment=compiled.compiling_once())
    gc.freeze()  # a collection in a child would copy all the memory that it shares with this process
    serve(socket.socket(fileno=int(sys.argv[1])))
