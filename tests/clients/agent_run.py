"""An agent's way from a product's address to its live, paid listing, over MCP alone; see agent.py."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from typing import Any

import httpx2

from tests.clients.packages import SCRIPTS
from tests.clients.product import RunningSite

# What the person says when the agent asks. Their first country is none, so that an error has to help.
ANSWERS = {"fields.stage": ["launched"], "fields.country": ["Portugal", "PT"]}
CHOICES = ["order_launch"]


@dataclass
class AgentRun:
    """Every call that the agent made, what the person did, and what went wrong."""

    lines: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    consents: int = 0
    live: str = ""
    problem: str = ""

    @property
    def summary(self) -> str:
        calls = sum("tool" in line for line in self.lines)
        return f"agent: {f'FAILED: {self.problem}' if self.problem else f'live after {calls} calls'}"


def run_agent(site: RunningSite, product: str) -> AgentRun:
    run = AgentRun()
    given = {
        "MCP": site.mcp, "PRODUCT": product, "CLIENT_NAME": "Agent",
        "ANSWERS": json.dumps(ANSWERS), "CHOICES": json.dumps(CHOICES),
    }  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, SCRIPTS / "agent.py"],
        env={"PATH": os.environ["PATH"], **given},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdin is not None
        for line in process.stdout or ():
            said = json.loads(line)
            match said["step"]:
                case "authorize":
                    site.consent(said["result"])
                    run.consents += 1
                    run.lines.append({"person": "signs in and allows all scopes"})
                case "open":
                    site.pay(said["result"])
                    run.lines.append({"person": "opens the checkout link and pays, in test mode"})
                    process.stdin.write("done\n")
                    process.stdin.flush()
                case "call":
                    run.lines.append(said["result"])
                case _:
                    run.live = said["result"]
        errors = process.stderr.read() if process.stderr else ""
    run.problem = _problem(run, process.returncode, errors)
    return run


def _problem(run: AgentRun, code: int, errors: str) -> str:
    """What is not as it should be; empty if all is well."""
    if code:
        return errors.strip()[-1000:] or f"exit code {code}"
    if run.consents != 1:
        return f"{run.consents} consents instead of one"
    if (status := httpx2.get(run.live, timeout=60).status_code) != 200:
        return f"the listing's page answers {status}"
    return ""
