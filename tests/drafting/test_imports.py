"""Processes that only serve do without what reads and drafts."""

import subprocess
import sys

HEAVY = ("showground.drafting.reading", "showground.drafting.drafters", "protego", "yake", "pydantic_ai")
LOOK = f"""
import sys
import showground.app
from showground.registry import all_operations
all_operations()
print(*(name for name in {HEAVY!r} if name in sys.modules))
"""


def test_serving_loads_nothing_that_only_drafting_needs() -> None:
    run = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
