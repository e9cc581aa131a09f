"""How the outcomes are told: a line for the terminal, a table for the documents."""

import platform
from collections.abc import Sequence
from dataclasses import dataclass

from tests.chaos.fault import Outcome

HEAD = """# Faults

Each fault is made on a real `showground serve` (and worker) under steady load: reads of pages, of the API and of the
MCP server, orders and edits with an Idempotency-Key. A request that is not answered is sent again with its key. Made by
`make test-faults`, which fails unless every line holds:

- every request is answered rightly, or refused with 503 and Retry-After, within 10 seconds;
- no acknowledged write is lost, and none is there twice;
- all is well again within 10 seconds of the fault's end, with nobody's help; the job of a killed worker is done by
  another within these.

| fault | requests | refused | broken off | lost | doubled | slowest answer | well again after | holds |
|---|--:|--:|--:|--:|--:|--:|--:|---|
"""


@dataclass(frozen=True)
class Row:
    """One fault and what it came to; without an outcome, why there is none."""

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
            return f"NO: {self.broke_down}" if self.broke_down else f"not made: {self.not_made}"
        failings, remarks = "; ".join(self.outcome.failings()), "; ".join(self.outcome.remarks)
        return f"NO: {failings}" if failings else f"yes: {remarks}" if remarks else "yes"


def line(row: Row) -> str:
    found = row.outcome
    if found is None:
        return f"{row.name:45} {row.verdict}"
    return (
        f"{row.name:45} requests {found.requests:5}  refused {found.refused:4}  broken {found.broken:3}"
        f"  lost {found.lost}  doubled {found.doubled}  slowest {found.slowest:4.1f} s"
        f"  well after {found.well_after:4.1f} s  {row.verdict}"
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
    return f"{HEAD}{chr(10).join(lines)}\n\nMade on {platform.machine()}, Python {platform.python_version()}.\n"
