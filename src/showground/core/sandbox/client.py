"""The template process of this process: started when it is first needed or before, and again if it is lost."""

import atexit
import os
import socket
import subprocess  # nosec B404
import sys
from contextlib import suppress
from threading import Lock

from showground.core.sandbox.declare import PLACES
from showground.core.sandbox.errors import TemplateLost
from showground.core.sandbox.messages import SandboxCall

STOP_SECONDS = 2.0


class SandboxClient:
    """Hands calls to the template."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    def prepare(self) -> None:
        """Start the template now, so that the first call need not wait for it to load the parsers."""
        with self._lock, suppress(OSError):  # no room for a process: the first call tries again
            if self._control is None:
                self._start()

    def send(self, call: SandboxCall, connection: socket.socket, verdict: socket.socket) -> None:
        """Have a child started that reads from `connection` and answers there."""
        with self._lock:
            for _ in range(2):
                control = self._control or self._start()
                try:
                    socket.send_fds(control, [call.encode()], [connection.fileno(), verdict.fileno()])
                except OSError:
                    self._stop()  # it was killed
                else:
                    return
        raise TemplateLost

    def _start(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        # `-P`: a folder in which somebody starts a command must not add modules. No environment: it holds our secrets.
        command = [sys.executable, "-P", "-m", "showground.core.sandbox.template", str(theirs.fileno()), *PLACES]
        places = os.pathsep.join(place for place in sys.path if place)
        with theirs:
            self.process = subprocess.Popen(  # noqa: S603  # nosec B603
                command,
                env={"PYTHONPATH": places},
                cwd="/",
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        self._control = ours
        return ours

    def stop(self) -> None:
        """End the template and its children."""
        with self._lock:
            self._stop()

    def _stop(self) -> None:
        if self._control is not None:
            self._control.close()  # tells it that nobody needs it any more
        if self.process is not None:
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self._control = self.process = None


client = SandboxClient()
atexit.register(client.stop)
