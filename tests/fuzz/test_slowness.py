"""What once made a parser slow is read in little time. `make attack` looks for more, at full length.

No clock decides: each is read in a process that the system ends at a limit that is many times what is needed.
"""

import subprocess
import sys

import pytest

LIMIT = 15  # seconds of CPU; what was slow took minutes to hours at four times this length


@pytest.mark.slow
def test_what_was_slow_once_is_read() -> None:
    """From one process, since importing all parsers takes longer than reading with most of them."""
    command = [sys.executable, "-m", "tests.fuzz.slowness", str(LIMIT)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
