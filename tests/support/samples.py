"""Reads the code samples of a document, and runs them as a reader would type them."""

import json
import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from tests.programs import with_programs
from tests.support.command import LONG, ROOT

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Goes before samples in Python: readers install `httpx`, and we have the same library under its next name.
WITH_HTTPX = "import sys, httpx2; sys.modules['httpx'] = httpx2\n"
# A file that the document shows: its path ends the sentence above it.
NAMED = re.compile(r"`((?:src|tests)/[\w./]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = "=== next sample ==="


@dataclass(frozen=True)
class Sample:
    """A block of code, and what the document shows below it as its answer."""

    language: str
    code: str
    answer: str | None


def read_samples(document: str) -> list[Sample]:
    """Every block with a language. A `sh` block is run, and a `json` or `text` block after it is what it prints; a
    `shell` block is only shown, because it installs or serves something."""
    blocks: list[tuple[str, str]] = FENCE.findall((ROOT / document).read_text())
    found: list[Sample] = []
    for place, (language, code) in enumerate(blocks):
        after = blocks[place + 1] if place + 1 < len(blocks) else ("", "")
        answer = after[1] if language == "sh" and after[0] in ("json", "text") else None
        if language not in ("json", "text"):
            found.append(Sample(language, code, answer))
    return found


def read_files(document: str) -> dict[str, str]:
    """The files that a document shows, by their path."""
    return dict(NAMED.findall((ROOT / document).read_text()))


def run_in_shell(samples: list[Sample], environment: Mapping[str, str], before: str = "") -> list[str]:
    """What each of these prints, one after the other in one shell; a command that fails ends it."""
    script = "\n".join(["set -eu", before, *(f"{sample.code}\necho\necho '{MARK}'" for sample in samples)])
    done = subprocess.run(
        ["bash", "-c", script],
        env=with_programs(os.environ | dict(environment)),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return [said.strip() for said in done.stdout.split(MARK)[:-1]]


def fits(shown: Any, said: Any) -> bool:
    """Whether an answer has every key that the document shows, with a value of that kind; `…` stands for any text."""
    if isinstance(shown, dict) and isinstance(said, dict):
        wanted, given = cast("dict[str, Any]", shown), cast("dict[str, Any]", said)
        return all(key in given and fits(value, given[key]) for key, value in wanted.items())
    if isinstance(shown, list) and isinstance(said, list):
        items, others = cast("list[Any]", shown), cast("list[Any]", said)
        return all(any(fits(item, other) for other in others) for item in items)
    if shown == "…":
        return isinstance(said, str)
    return type(shown) is type(said) if isinstance(shown, int) else shown == said


def answers_fit(sample: Sample, said: str) -> bool:
    """Whether a sample printed what the document shows below it."""
    if sample.answer is None:
        return True
    return fits(json.loads(sample.answer), json.loads(said)) if said.startswith("{") else sample.answer.strip() == said
