"""Requests noted one by one, written and counted in batches: what happens here for each costs the hot path dearly."""

import json
import sys
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import TextIO

from showground.core.metrics import BOUNDS, Metrics
from showground.surfaces.edge import Line

REST, MCP = "/api/", ("/mcp", "/mcp/")
LOGGER = "showground.requests"


class AccessLog:
    """Collects lines; `flush` writes them, and `settle` adds them to the metrics. `addresses`: with the IP address of
    each client."""

    def __init__(self, meter: Metrics, *, readable: bool, addresses: bool = False, out: TextIO = sys.stdout) -> None:
        self._write = partial(_readable if readable else _json, addresses=addresses)
        self._out = out
        self._meter = meter
        self._lines: list[Line] = []
        # By operation, the beginning of its path, method, status and time: one look-up for each line.
        self._seen: Counter[tuple[str, str, str, int, int]] = Counter()
        self._seconds: defaultdict[tuple[str, str], float] = defaultdict(float)
        self.note = self._lines.append

    def flush(self) -> None:
        if not self._lines:
            return
        lines = self._lines.copy()
        del self._lines[: len(lines)]
        self._seen.update([
            (operation, path[:5], method, status, bisect_left(BOUNDS, seconds))
            for _, method, path, status, _, seconds, operation, _ in lines
        ])  # fmt: skip
        for _, _, path, _, _, seconds, operation, _ in lines:
            self._seconds[operation, path[:5]] += seconds
        self._out.writelines(self._write(lines))
        self._out.flush()

    def settle(self) -> None:
        """Write what is noted, and have the meter count it."""
        self.flush()
        counts, times = self._meter.counts, self._meter.times
        for (operation, path, method, status, place), number in self._seen.items():
            surface = _surface(path)
            counts["requests", surface, operation, method, str(status)] += number
            times[("requests", surface, operation), place] += number
        for (operation, path), seconds in self._seconds.items():
            self._meter.seconds["requests", _surface(path), operation] += seconds
        self._seen.clear()
        self._seconds.clear()


def _surface(path: str) -> str:
    return "rest" if path == REST else "mcp" if path in MCP else "web"


def _json(lines: list[Line], *, addresses: bool) -> Iterator[str]:
    """The same first fields as in every other line of the log (`core/logs.py`), then those of a request."""
    for at, method, path, status, request_id, seconds, operation, address in lines:
        second = int(at)
        client = f'"address":"{address}",' if addresses else ""
        yield (
            f'{{"at":"{_second(second)}.{int((at - second) * 1000):03}Z","level":"info","logger":"{LOGGER}",'
            f'"message":{_quoted(f"{method} {path} {status}")},"request_id":"{request_id}",{client}'
            f'"method":{_quoted(method)},"path":{_quoted(path)},"status":{status},"ms":{seconds * 1000:.2f},'
            f'"operation":"{operation}"}}\n'
        )


def _readable(lines: list[Line], *, addresses: bool) -> Iterator[str]:
    for at, method, path, status, _, seconds, _, address in lines:
        client = f"  {address}" if addresses else ""
        yield f"{_second(int(at))[11:]}  {status}  {method:6} {_spelled(path)}  {seconds * 1000:.1f} ms{client}\n"


@lru_cache(10)
def _second(second: int) -> str:
    """A time as 2026-03-11T09:05:07; thousands of lines may share it."""
    return datetime.fromtimestamp(second, UTC).isoformat()[:19]


@lru_cache(2_000)
def _quoted(path: str) -> str:
    return json.dumps(path)


@lru_cache(2_000)
def _spelled(path: str) -> str:
    """Without what could move a terminal's cursor."""
    return path.encode("unicode_escape").decode()
