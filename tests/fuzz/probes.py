"""Schemathesis over the OpenAPI document that a stand serves, with all of its checks."""

import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.fuzz.site import PEOPLE, Stand

SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")
CHECKS = Path(__file__).with_name("checks.py")
# What fits the description may still mean nothing: a slug that no listing has, a week that is not offered. `CHECKS`
# tells such a 400 from one that the description should have told.
ANSWERS_TO_WHAT_FITS = ["2xx", "304", "400", "401", "403", "404", "412"]


@dataclass(frozen=True)
class Probe:
    """One run: who calls, what kinds of cases are made, and how many."""

    name: str
    signed_in: bool
    phases: str
    examples: int
    seed: int
    seconds: int | None = None  # to stop after; None for a run that is the same every time


@dataclass(frozen=True)
class Found:
    """What came of it."""

    cases: int
    operations: int
    failures: list[str]
    output: str


async def probe(stand: Stand, asked: Probe, folder: Path) -> Found:
    config, report = folder / "schemathesis.toml", folder / "report.json"
    config.write_text(_configure(stand, asked, folder))
    options: list[str] = [] if asked.seconds is None else ["--max-time", str(asked.seconds)]
    process = await asyncio.create_subprocess_exec(
        *(str(SCHEMATHESIS), "--config-file", str(config), "run", f"{stand.url}/api/v1/openapi.json"),
        *("--origin", stand.url, "--no-color", "--checks", "all", "--phases", asked.phases),
        *("--max-examples", str(asked.examples), "--seed", str(asked.seed), "--continue-on-failure"),
        *("--report", "json", "--report-json-path", str(report), *options),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        cwd=folder,
    )
    output = (await process.communicate())[0].decode()
    if not report.exists():
        return Found(0, 0, ["schemathesis made no report"], output)
    made: dict[str, Any] = json.loads(report.read_text())
    return Found(made["test_cases"]["generated"], made["operations"]["tested"], list(_failures(made)), output)


def _failures(made: dict[str, Any]) -> Sequence[str]:
    failed = [f"{one['code']} {one['title']}: {', '.join(map(str, one['operations']))}" for one in made["failures"]]
    return failed + [f"error: {one}" for one in made["errors"]]


def _configure(stand: Stand, asked: Probe, folder: Path) -> str:
    """The settings as TOML, whose strings, numbers and lists are written as in JSON."""
    lines = [
        f"hooks = {json.dumps(str(CHECKS))}",
        "workers = 1",
        "request-timeout = 60",
        'suppress-health-check = ["all"]',  # they are about time, which a busy machine has little of
        "[generation]",
        'database = "none"',
        f"deterministic = {json.dumps(asked.seconds is None)}",
        "[checks]",
        f"positive_data_acceptance = {{ expected-statuses = {json.dumps(ANSWERS_TO_WHAT_FITS)} }}",
        "[parameters]",
        *(f'{name} = {{ dictionary = "{name}", probability = 0.5 }}' for name in stand.known),
        *(f"[dictionaries.{name}]\nvalues = {json.dumps(values)}" for name, values in stand.known.items()),
    ]
    if asked.signed_in:
        credentials = folder / "credentials.json"
        headers = {name: {"name": "Authorization", "value": f"Bearer {stand.world.keys[name]}"} for name in PEOPLE}
        credentials.write_text(
            json.dumps({"auth": [{"name": name, "fixedHeaders": [header]} for name, header in headers.items()]})
        )
        lines += ["[auth.wfc]", f"path = {json.dumps(str(credentials))}", f"peers = {json.dumps(list(PEOPLE))}"]
    # It may wait for 25 seconds.
    lines += ["[[operations]]", 'include-operation-id = "get_draft"', "checks = { max_response_time = 40.0 }"]
    return "\n".join(lines)
