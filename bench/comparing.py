"""Sides that take turns, and the table of what they came to."""

import json
import os
import platform
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from statistics import median
from typing import Any

from bench.load import Client, client
from bench.servers import RESULTS, Server, cpu_seconds

WARM_UP = 1.0  # seconds, uncounted


@dataclass(frozen=True)
class Side:
    """A server with what is asked of it; `least` is the ratio to the first side that it must reach."""

    name: str
    server: Server
    requests: Sequence[bytes]
    least: float | None = None


@dataclass(frozen=True)
class Turn:
    """One side's part of one round; times are in microseconds for one request."""

    rate: float
    cpu: float
    database_cpu: float
    client_busy: float  # part of the time; near 1, the client was what limited it
    requests: int


@dataclass(frozen=True)
class Row:
    """A side's medians. Ratios are to the first side, more being better in both; each is the median over rounds."""

    name: str
    rate: float
    cpu: float
    database_cpu: float
    client_busy: float
    ratio_of_rates: float
    ratio_of_cpu: float
    ratio_when_quietest: float  # of the lowest CPU of each: what else runs on a machine only ever adds to it
    least: float | None
    turns: list[Turn]

    @property
    def verdict(self) -> str:
        if self.least is None:
            return ""
        return f"{'met' if self.ratio_of_cpu >= self.least else 'MISSED'} (at least {self.least:g})"


def compare(sides: Sequence[Side], *, rounds: int, seconds: float, database: int | None = None) -> list[Row]:
    """Let the sides take turns: A B A B ...; `database` is the process whose children serve them."""
    turns: list[list[Turn]] = [[] for _ in sides]
    with ExitStack() as stack:
        clients = [stack.enter_context(client(side.server.port, side.requests)) for side in sides]
        for side, asking in zip(sides, clients, strict=True):
            _take_turn(side, asking, WARM_UP, database)
        for _ in range(rounds):
            for side, asking, taken in zip(sides, clients, turns, strict=True):
                taken.append(_take_turn(side, asking, seconds, database))
    return [_summarize(side, taken, turns[0]) for side, taken in zip(sides, turns, strict=True)]


def _take_turn(side: Side, asking: Client, seconds: float, database: int | None) -> Turn:
    before = cpu_seconds(side.server.pid)
    database_before = cpu_seconds(database) if database else 0
    counted = asking.run(seconds)
    busy = cpu_seconds(side.server.pid) - before
    database_busy = cpu_seconds(database) - database_before if database else 0
    if set(counted.statuses) != {"200"}:
        raise RuntimeError(f"{side.name} answered {counted.statuses}, where all should be 200.")
    each = 1e6 / counted.responses
    return Turn(
        rate=counted.responses / counted.seconds,
        cpu=busy * each,
        database_cpu=database_busy * each,
        client_busy=counted.own_cpu / counted.seconds,
        requests=counted.responses,
    )


def _summarize(side: Side, turns: list[Turn], first: list[Turn]) -> Row:
    pairs = list(zip(turns, first, strict=True))
    return Row(
        name=side.name,
        rate=median(turn.rate for turn in turns),
        cpu=median(turn.cpu for turn in turns),
        database_cpu=median(turn.database_cpu for turn in turns),
        client_busy=median(turn.client_busy for turn in turns),
        ratio_of_rates=median(turn.rate / base.rate for turn, base in pairs),
        ratio_of_cpu=median(base.cpu / turn.cpu for turn, base in pairs),
        ratio_when_quietest=min(base.cpu for base in first) / min(turn.cpu for turn in turns),
        least=side.least,
        turns=turns,
    )


def show(title: str, rows: Sequence[Row], *remarks: str) -> None:
    with_database = any(row.database_cpu for row in rows)
    print(f"\n{title}")
    head = f"  {'':34}{'req/s':>9}{'CPU µs':>9}" + (f"{'DB µs':>9}" if with_database else "")
    print(head + f"{'client':>9}{'ratio':>9}{'by CPU':>9}{'quietest':>10}")
    for row in rows:
        line = f"  {row.name:34}{row.rate:>9,.0f}{row.cpu:>9,.0f}"
        line += f"{row.database_cpu:>9,.0f}" if with_database else ""
        line += f"{row.client_busy:>9.0%}{row.ratio_of_rates:>9.2f}{row.ratio_of_cpu:>9.2f}"
        print(f"{line}{row.ratio_when_quietest:>10.2f}  {row.verdict}")
    for remark in remarks:
        print(f"  {remark}")


def keep(name: str, found: Any) -> None:
    """Keep what was measured in bench/results."""
    RESULTS.mkdir(exist_ok=True)
    about = {
        "at": datetime.now(UTC).isoformat(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "machine": platform.platform(),
        "load": os.getloadavg(),
    }
    text = json.dumps({"about": about, "found": found}, indent=1, default=asdict)
    (RESULTS / f"{name}.json").write_text(text + "\n")
