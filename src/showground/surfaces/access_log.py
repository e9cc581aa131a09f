"""Requests noted one by one, written and counted in batches: what happens here for each costs the hot path dearly."""

import json
import sys
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from itertools import accumulate
from operator import itemgetter
from typing import TextIO

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from showground.surfaces.edge import Line

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
Metric = CounterMetricFamily | HistogramMetricFamily


class AccessLog:
    """Collects lines; `flush` writes them and adds them to the metrics."""

    def __init__(self, *, readable: bool, out: TextIO = sys.stdout) -> None:
        self._write = _readable if readable else _json
        self._out = out
        self._lines: list[Line] = []
        self._tally = Tally()
        self._registry = CollectorRegistry()
        self._registry.register(self._tally)
        self.note = self._lines.append

    def flush(self) -> None:
        if not self._lines:
            return
        lines = self._lines.copy()
        del self._lines[: len(lines)]
        self._tally.add(lines)
        self._out.writelines(self._write(lines))
        self._out.flush()

    def metrics(self) -> bytes:
        self.flush()
        return generate_latest(self._registry)


class Tally(Collector):
    """How many requests each operation answered, and how long they took."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._times: Counter[tuple[str, int]] = Counter()
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def add(self, lines: list[Line]) -> None:
        self._requests.update(map(itemgetter(6, 1, 3), lines))
        self._times.update([(operation, bisect_left(BOUNDS, seconds)) for *_, seconds, operation in lines])
        for *_, seconds, operation in lines:
            self._seconds[operation] += seconds

    def collect(self) -> Iterator[Metric]:
        requests = CounterMetricFamily(
            "showground_requests", "Requests answered.", labels=["operation", "method", "status"]
        )
        for (operation, method, status), times in self._requests.items():
            requests.add_metric([operation, method, str(status)], times)
        yield requests
        seconds = HistogramMetricFamily("showground_request_seconds", "Time to answer.", labels=["operation"])
        for operation, total in self._seconds.items():
            counts = accumulate(self._times[operation, place] for place in range(len(BOUNDS) + 1))
            buckets = zip([*map(str, BOUNDS), "+Inf"], counts, strict=True)
            seconds.add_metric([operation], list(buckets), total)
        yield seconds


def _json(lines: list[Line]) -> Iterator[str]:
    for at, method, path, status, request_id, seconds, operation in lines:
        second = int(at)
        yield (
            f'{{"at":"{_second(second)}.{int((at - second) * 1000):03}Z","level":"info","method":{_quoted(method)},'
            f'"path":{_quoted(path)},"status":{status},"ms":{seconds * 1000:.2f},"operation":"{operation}",'
            f'"request_id":"{request_id}"}}\n'
        )


def _readable(lines: list[Line]) -> Iterator[str]:
    for at, method, path, status, _, seconds, _ in lines:
        yield f"{_second(int(at))[11:]}  {status}  {method:6} {_spelled(path)}  {seconds * 1000:.1f} ms\n"


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
