"""A process that ends with the one that started it."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

CHILD = """
import signal, sys, time
from showground.core.parent_death import end_with_parent
end_with_parent(int(sys.argv[1]), signal.SIGTERM)
print("begun", flush=True)
time.sleep(600)
"""
PARENT = """
import os, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", sys.argv[1], str(os.getpid())])
child.wait()
"""


def test_it_ends_when_its_parent_is_killed() -> None:
    # Both hold the pipe, so it ends when both are gone.
    parent = subprocess.Popen([sys.executable, "-c", PARENT, CHILD], stdout=subprocess.PIPE)
    with parent:
        assert parent.stdout
        assert parent.stdout.readline() == b"begun\n"
        parent.kill()
        assert parent.stdout.read() == b""


def test_it_does_not_begin_without_its_parent() -> None:
    alone = subprocess.run([sys.executable, "-c", CHILD, "1"], stdout=subprocess.PIPE, check=False)
    assert alone.returncode == 1
    assert alone.stdout == b""
