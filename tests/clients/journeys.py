"""One client's way from an anonymous read to a checkout link."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from showground.registry import all_operations
from tests.clients.packages import FOLDER, NODE, PYTHON1, SCRIPTS, TYPESCRIPT
from tests.clients.product import RunningSite

STEPS = ("tools", "read", "draft", "submit", "quote", "checkout")
TOOLS = len(all_operations())


@dataclass(frozen=True)
class Client:
    """A client, the protocol era that it speaks, and the command that starts it."""

    name: str
    version: str
    era: str
    command: tuple[Path | str, ...]
    environ: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def title(self) -> str:
        return f"{self.name} {self.version}, {self.era}"


LEGACY, MODERN = "2025-11-25", "2026-07-28"
SDK1, SDK2 = TYPESCRIPT
PYTHON2 = (sys.executable, SCRIPTS / "python2.py")
CLIENTS = (
    Client(SDK1, TYPESCRIPT[SDK1], LEGACY, (NODE, FOLDER / "typescript1.mjs")),
    Client(SDK2, TYPESCRIPT[SDK2], LEGACY, (NODE, FOLDER / "typescript2.mjs"), {"MODE": "legacy"}),
    Client(SDK2, TYPESCRIPT[SDK2], MODERN, (NODE, FOLDER / "typescript2.mjs"), {"MODE": "auto"}),
    Client("mcp (Python)", PYTHON1, LEGACY, (FOLDER / "python1/bin/python", SCRIPTS / "python1.py")),
    Client("mcp (Python)", version("mcp"), LEGACY, PYTHON2, {"MODE": "legacy"}),
    Client("mcp (Python)", version("mcp"), MODERN, PYTHON2, {"MODE": MODERN}),
)


@dataclass
class Result:
    """What came of it: what every step answered, the scopes of every consent, and what went wrong."""

    client: Client
    steps: dict[str, Any] = field(default_factory=dict[str, Any])
    consents: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    problem: str = ""

    @property
    def summary(self) -> str:
        if self.problem:
            return f"FAILED after {', '.join(self.steps) or 'nothing'}: {self.problem}"
        return f"{', '.join(self.steps)}; consents: {len(self.consents)}"


def travel(client: Client, site: RunningSite, product: str) -> Result:
    result = Result(client)
    given = {"MCP": site.mcp, "PRODUCT": product, "CLIENT_NAME": client.title}
    process = subprocess.Popen(
        client.command,
        env={"PATH": os.environ["PATH"], **given, **client.environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        for line in process.stdout or ():
            said = json.loads(line)
            if said["step"] == "authorize":
                result.consents.append(site.consent(said["result"]))
            else:
                result.steps[said["step"]] = said["result"]
        errors = process.stderr.read() if process.stderr else ""
    result.problem = _problem(result, site, process.returncode, errors)
    return result


def _problem(result: Result, site: RunningSite, code: int, errors: str) -> str:
    """What is not as it should be; empty if all is well."""
    if code:
        return errors.strip()[-1000:] or f"exit code {code}"
    if missing := [step for step in STEPS if step not in result.steps]:
        return f"no {', '.join(missing)}"
    if result.steps["tools"] != TOOLS:
        return f"{result.steps['tools']} tools instead of {TOOLS}"
    if len(result.consents) != 1:
        return f"{len(result.consents)} consents instead of one"
    if not str(result.steps["checkout"]).startswith(site.url):
        return f"the checkout link is {result.steps['checkout']}"
    return ""
