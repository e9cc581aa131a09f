"""The command `showground` as a program for shells and scripts, run by the process that need not import it."""

import json
import socket
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from tests.support.wait import PATIENCE_SECONDS
from tests.support.warm_commands import warm_commands

# Asks for the command and ends as it does; without the packages that are installed, Python itself starts at once.
PROGRAM = """#!{python} -IS
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as asked:
    asked.connect({address!r})
    request = json.dumps([sys.argv[1:], dict(os.environ), os.getcwd()]).encode()
    socket.send_fds(asked, [request], [1, 2])
    asked.shutdown(socket.SHUT_WR)
    sys.exit(int(asked.recv(16)))
"""


@contextmanager
def warm_program() -> Generator[Path]:
    """A program that does what `showground` does; it has no standard input."""
    with TemporaryDirectory() as folder:
        yield from _served(Path(folder, "showground"), Path(folder, "socket"))


def _served(program: Path, address: Path) -> Generator[Path]:
    program.write_text(PROGRAM.format(python=sys.executable, address=str(address)))
    program.chmod(0o755)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(address))
        listening.listen()
        serving = Thread(target=_serve, args=[listening])
        serving.start()
        try:
            yield program
        finally:
            with suppress(OSError):  # it may have failed before
                listening.shutdown(socket.SHUT_RDWR)  # which ends its wait
            serving.join()


def _serve(listening: socket.socket) -> None:
    """Run one command after the other, until the socket or a command fails: then no other can connect."""
    with listening:
        while _serve_one(listening):
            pass


def _serve_one(listening: socket.socket) -> bool:
    """Run one command; whether there may be another."""
    try:
        asked, _ = listening.accept()
    except OSError:
        return False
    with asked, ExitStack() as opened:
        request, (stdout, stderr), _, _ = socket.recv_fds(asked, 2**20, 2)
        opened.enter_context(open(stdout))  # noqa: PTH123 - it has a number and no name
        opened.enter_context(open(stderr))  # noqa: PTH123
        while piece := asked.recv(2**20):
            request += piece
        arguments, environ, current = json.loads(request)
        process = warm_commands.start(arguments, environ, stdout, stderr, current)
        asked.send(str(process.wait(PATIENCE_SECONDS)).encode())
    return True
