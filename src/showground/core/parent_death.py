"""A process that ends with the one that started it, even if that is killed."""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)  # loaded here: a process that has just been forked may not do it


def end_with_parent(parent: int, last_signal: signal.Signals) -> None:
    """Have the system send this process the signal when its parent, given by id, is gone, which it may be already.

    Elsewhere than on Linux nothing is sent.
    """
    if sys.platform == "linux":
        LIBC.prctl(PR_SET_PDEATHSIG, last_signal)
        if os.getppid() != parent:
            os._exit(1)
