"""The template: has the parsers loaded and forks a child for each call.

`python -m showground.core.sandbox.template SOCKET [FUNCTION ...]` loads these functions before the first call. It
never looks into a document itself. It has one thread, because a process with several cannot be forked safely.
"""

import gc
import os
import resource
import selectors
import signal
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from types import FrameType

from showground.core.sandbox.child import MAX_DESCRIPTORS, OUT_OF_MEMORY, become_child, load
from showground.core.sandbox.messages import CALL_BYTES, Ended, SandboxCall, Verdict

SLOW_SECONDS = 1.0  # a child that takes longer gives way to all others
SLOW_NICENESS = 19


@dataclass
class Running:
    """A child at work."""

    pid: int
    caller: socket.socket  # gets the verdict; once its other end is closed, nobody waits for the result
    slow_at: float
    stop_at: float
    timed_out: bool = False
    is_slow: bool = False


class Template:
    """Forks, watches and buries children until the process that started it is gone."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._children: list[Running] = []
        self._selector = selectors.DefaultSelector()
        self._load = cache(load)

    def serve(self) -> None:
        ended, wakes = socket.socketpair()
        for end in (ended, wakes):
            end.setblocking(False)
        signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)  # have `select` return when a child ends
        signal.signal(signal.SIGCHLD, _note)
        self._selector.register(self._control, selectors.EVENT_READ)
        self._selector.register(ended, selectors.EVENT_READ)
        while True:
            for key, _ in self._selector.select(self._pause()):
                if key.fileobj is ended:
                    ended.recv(4096)
                elif key.fileobj is not self._control:
                    os.kill(key.data.pid, signal.SIGKILL)  # it is not reaped yet, so the number is still its own
                elif not self._take():
                    return
            self._reap()
            self._watch_clock()

    def load(self, places: Sequence[str]) -> None:
        """Load functions while no child needs the processor."""
        for place in places:
            with suppress(Exception):  # reported to whoever calls it
                self._load(place)

    def end(self) -> None:
        for child in self._children:
            os.kill(child.pid, signal.SIGKILL)

    def _take(self) -> bool:
        """Start a child for the next call; False once nobody is there to call."""
        message, descriptors, _, _ = socket.recv_fds(self._control, CALL_BYTES, 2)
        if not message:
            return False
        call = SandboxCall.decode(message)
        connection, verdict = (socket.socket(fileno=number) for number in descriptors)
        with connection:
            try:
                function = self._load(call.place)
                gc.freeze()  # a collection in a child would copy all the memory that it shares with us
                template = os.getpid()
                pid = os.fork()
            except Exception:  # noqa: BLE001 - no such function, or no room for a process: the caller is told
                with verdict, suppress(OSError):
                    verdict.send(Verdict("not_started", 0.0).encode())
                return True
            if pid == 0:
                become_child(function, call, template, connection.fileno())
        now = time.monotonic()
        child = Running(pid, verdict, now + SLOW_SECONDS, now + call.seconds)
        self._children.append(child)
        self._selector.register(verdict, selectors.EVENT_READ, child)
        return True

    def _pause(self) -> float | None:
        due = [child.stop_at if child.is_slow else child.slow_at for child in self._children if not child.timed_out]
        return max(0.0, min(due) - time.monotonic()) if due else None

    def _watch_clock(self) -> None:
        now = time.monotonic()
        for child in self._children:
            if now >= child.stop_at and not child.timed_out:
                child.timed_out = True
                os.kill(child.pid, signal.SIGKILL)
            elif now >= child.slow_at and not child.is_slow:
                child.is_slow = True
                with suppress(OSError):
                    os.setpriority(os.PRIO_PROCESS, child.pid, SLOW_NICENESS)

    def _reap(self) -> None:
        for child in list(self._children):
            pid, status, used = os.wait4(child.pid, os.WNOHANG)
            if pid:
                self._children.remove(child)
                self._selector.unregister(child.caller)
                verdict = Verdict(_tell_end(status, child.timed_out), used.ru_utime + used.ru_stime)
                with child.caller, suppress(OSError):
                    child.caller.send(verdict.encode(), socket.MSG_DONTWAIT)


def _note(number: int, frame: FrameType | None) -> None:
    """Without a handler the signal would be ignored, and `select` not be woken."""


def _tell_end(status: int, timed_out: bool) -> Ended:
    if timed_out:
        return "time"
    if os.WIFSIGNALED(status):
        return "cpu" if os.WTERMSIG(status) == signal.SIGXCPU else "crash"
    ends: dict[int, Ended] = {0: "done", OUT_OF_MEMORY: "memory"}
    return ends.get(os.WEXITSTATUS(status), "crash")


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches us too; our starter decides when to stop
    resource.setrlimit(resource.RLIMIT_NOFILE, (MAX_DESCRIPTORS, MAX_DESCRIPTORS))
    template = Template(socket.socket(fileno=int(sys.argv[1])))
    template.load(sys.argv[2:])
    try:
        template.serve()
    finally:
        template.end()


if __name__ == "__main__":
    main()
