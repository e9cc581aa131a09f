"""Shows how far a long command is."""

import time
from typing import TextIO

WIDTH = 30
LINE_SECONDS = 5  # between two lines where no bar can be drawn


class ProgressBar:
    """A bar on a terminal; elsewhere a plain line now and then."""

    def __init__(self, stream: TextIO, what: str) -> None:
        self._stream = stream
        self._what = what
        self._line_at = float("-inf")

    def __call__(self, done: int, total: int) -> None:
        if self._stream.isatty():
            filled = WIDTH * done // total if total else WIDTH
            end = "\n" if done == total else ""
            bar = "#" * filled + "." * (WIDTH - filled)
            self._stream.write(f"\r[{bar}] {done:,} of {total:,} {self._what}{end}")
        elif done == total or time.monotonic() - self._line_at >= LINE_SECONDS:
            self._line_at = time.monotonic()
            self._stream.write(f"{done:,} of {total:,} {self._what}\n")
        self._stream.flush()
