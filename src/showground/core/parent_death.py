"""Makes a process exit when its parent does, even if the parent is killed."""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)  # loaded at import: it isn't safe to load a library right after a fork


def end_with_parent(parent: int, last_signal: signal.Signals) -> None:
    """Ask the system to send this process the signal when its parent (by process id) exits.

    If the parent has exited already, exit at once. Works on Linux only; elsewhere this does nothing.
    """
    if sys.platform == "linux":
        LIBC.prctl(PR_SET_PDEATHSIG, last_signal)
        if os.getppid() != parent:
            os._exit(1)
