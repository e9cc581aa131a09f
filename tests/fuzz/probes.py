"""Schemathesis over the OpenAPI document that a stand serves, with all of its checks."""

import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from showground.core.calls.action import Operation
from showground.registry import all_operations
from tests.fuzz.site import PEOPLE, Stand

SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")
CHECKS = Path(__file__).with_name("checks.py")
ACCEPTED = ("2xx", "3xx", "401", "403", "404", "429")  # for what fits the description; 5xx is never accepted


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


def refusals(operation: Operation[Any, Any]) -> list[str]:
    """The further statuses by which an operation may refuse what fits its description.

    A description can't say which listings exist, which weeks have places left, or that an idempotency key is new. Where
    an operation asks the database about its input, that is the 400 of its contract; `CHECKS` looks at each of them. All
    other operations are held to what Schemathesis accepts by default.
    """
    means = operation.judge or operation.idempotent or any(error.status == 400 for error in operation.errors)
    return ["400"] * bool(means) + ["412"] * bool(operation.current)


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
    for operation in all_operations():
        if more := refusals(operation):
            lines += ["[[operations]]", f"include-operation-id = {json.dumps(operation.name)}"]
            lines += [f"checks.positive_data_acceptance.expected-statuses = {json.dumps([*ACCEPTED, *more])}"]
    # It may wait for 25 seconds.
    lines += ["[[operations]]", 'include-operation-id = "get_draft"', "checks = { max_response_time = 40.0 }"]
    return "\n".join(lines)
