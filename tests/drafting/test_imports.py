"""Processes that only serve do without what reads and drafts; none but the sandbox has parsers."""

import subprocess
import sys

HEAVY = (
    *("showground.extraction.reading", "showground.extraction.drafters", "protego", "pydantic_ai", "selectolax"),
    *("showground.ownership.badge_search", "showground.ownership.pictures"),
)
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


PARSERS = (
    "selectolax",
    "protego",
    "json_repair",
    "showground.extraction.verifier",
    "showground.ownership.badge_search",
)
LOOK_AT_WORK = f"""
import sys
import showground.drafting.draft_job
import showground.extraction.drafters
import showground.ownership.jobs
print(*(name for name in {PARSERS!r} if name in sys.modules))
"""


def test_workers_load_no_parser() -> None:
    run = subprocess.run([sys.executable, "-c", LOOK_AT_WORK], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
