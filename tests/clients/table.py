"""docs/clients.md: which clients were tried, and what came of it."""

from collections.abc import Sequence
from datetime import UTC, datetime

from tests.clients.journeys import Result
from tests.clients.packages import ROOT, SCANNER
from tests.clients.scanner import NAME, Scan

FILE = ROOT / "docs/clients.md"
HEAD = """# Clients that were tried

`make clients` runs clients that others wrote against a running site and renews this page. Each of them, as its
documentation says: lists the tools, searches without signing in, creates a draft of a product's website, submits it,
asks for a quote and checks out. A person is asked for consent once, for all scopes. Last run: {date}.

| client | version | protocol | tools | anonymous read | draft, submit | quote, checkout | consents |
|---|---|---|---|---|---|---|---|
"""


SCANNED = """
## Scanners

| scanner | version | score | failed checks |
|---|---|---|---|
| {name} | {version} | {score} of 100 | {failed} |
"""


def write_table(results: Sequence[Result], readiness: Scan) -> None:
    rows = [
        "| {} | {} | {} | {} | {} | {} | {} | {} |\n".format(
            result.client.name,
            result.client.version,
            result.client.era,
            result.steps.get("tools", "none"),
            _passed(result, "read"),
            _passed(result, "draft", "submit"),
            _passed(result, "quote", "checkout"),
            len(result.consents),
        )
        for result in results
    ]
    scanned = SCANNED.format(
        name=NAME, version=SCANNER[NAME], score=readiness.score, failed=", ".join(readiness.failed) or "none"
    )
    FILE.write_text(HEAD.format(date=datetime.now(UTC).date()) + "".join(rows) + scanned)


def _passed(result: Result, *steps: str) -> str:
    return "passes" if all(step in result.steps for step in steps) else "FAILS"
