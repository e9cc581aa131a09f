"""Formats the results: a line for the terminal, a table for docs/faults.md."""

import platform
from collections.abc import Sequence
from dataclasses import dataclass

from tests.chaos.fault import Outcome

HEAD = """# Fault injection

We cause each fault on a real `showground serve` (and worker) under steady load: reads of pages, of the API and of
the MCP server, and orders and edits with an Idempotency-Key. A request that gets no answer is repeated with its key.
`make test-faults` writes this page, and fails unless for every fault:

- every request gets a correct answer, or a 503 with Retry-After, within 10 seconds;
- no acknowledged write is lost, and none happens twice;
- everything works again within 10 seconds after the fault ends, without intervention, and another worker has finished
  the job of a killed one.

| fault | requests | refused | cut off | writes lost | writes doubled | slowest answer | recovered after | passed |
|---|--:|--:|--:|--:|--:|--:|--:|---|
"""


@dataclass(frozen=True)
class Row:
    """One fault and its outcome; if there is none, the reason."""

    name: str
    outcome: Outcome | None
    not_made: str = ""
    broke_down: str = ""

    @property
    def failed(self) -> bool:
        return bool(self.broke_down or (self.outcome and self.outcome.failings()))

    @property
    def verdict(self) -> str:
        if self.outcome is None:
            return f"NO: {self.broke_down}" if self.broke_down else f"not run: {self.not_made}"
        failings, remarks = "; ".join(self.outcome.failings()), "; ".join(self.outcome.remarks)
        return f"NO: {failings}" if failings else f"yes: {remarks}" if remarks else "yes"


def line(row: Row) -> str:
    found = row.outcome
    if found is None:
        return f"{row.name:45} {row.verdict}"
    return (
        f"{row.name:45} requests {found.requests:5}  refused {found.refused:4}  disconnected {found.broken:3}"
        f"  lost {found.lost}  doubled {found.doubled}  slowest {found.slowest:4.1f} s"
        f"  recovered after {found.well_after:4.1f} s  {row.verdict}"
    )


def page(rows: Sequence[Row]) -> str:
    lines: list[str] = []
    for row in rows:
        found = row.outcome
        if found is None:
            cells = ["", "", "", "", "", "", ""]
        else:
            counts = (found.requests, found.refused, found.broken, found.lost, found.doubled)
            cells = [f"{count:,}" for count in counts] + [f"{found.slowest:.1f} s", f"{found.well_after:.1f} s"]
        lines.append(f"| {row.name} | {' | '.join(cells)} | {row.verdict} |")
    return f"{HEAD}{chr(10).join(lines)}\n\nMeasured on {platform.machine()}, Python {platform.python_version()}.\n"
