"""A command that was forked can be told to stop at any moment of its life."""

import signal
import socket
import subprocess
import sys

from tests.support.warm_commands import WarmProcess


def test_one_that_has_just_ended_may_be_killed() -> None:
    """Its waiter has seen the end of it and has not said so yet."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    ours, waiter = socket.socketpair()
    with waiter:
        waiter.send(f"{ended.pid:16}".encode())
        process = WarmProcess(ours)
        process.kill()
        waiter.send(str(-signal.SIGKILL).encode())
        assert process.wait(1) == -signal.SIGKILL
