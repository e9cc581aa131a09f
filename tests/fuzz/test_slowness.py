"""What once made a parser slow is read in little time. `make attack` looks for more, at full length.

No clock decides: each is read in a process that the system ends at a limit that is many times what is needed.
"""

import subprocess
import sys

import pytest

from tests.fuzz.parsers import PARSERS

pytestmark = pytest.mark.slow

LIMIT = 15  # seconds of CPU; what was slow took minutes to hours at four times this length


@pytest.mark.parametrize("parser", [name for name, parser in PARSERS.items() if parser.known])
def test_what_was_slow_once_is_read(parser: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.slowness", parser, str(LIMIT)], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
