"""The command `showground` without what its systemd units take away, as far as a process can do that to itself."""

import ctypes
import mmap
import os
import sys
from contextlib import suppress

from showground.cli import main

PR_SET_NO_NEW_PRIVS = 38
PR_SET_MDWE = 65  # MemoryDenyWriteExecute; Linux since 6.3 knows it


def confine() -> None:
    """From now on, for this process and all that it starts."""
    os.umask(0o077)
    if sys.platform != "linux":
        return
    control = ctypes.CDLL(None).prctl
    assert control(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
    if control(PR_SET_MDWE, 1, 0, 0, 0) == 0:
        with suppress(PermissionError):
            mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
            raise AssertionError("Memory can be written and run.")


if __name__ == "__main__":
    confine()
    main()
