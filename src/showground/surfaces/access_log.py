"""Requests noted one by one, written and counted in batches: what happens here for each costs the hot path dearly."""

import json
import sys
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
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
        self._out.writelines(map(self._write, lines))
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
        self._requests.update([(line.operation, line.method, line.status) for line in lines])
        self._times.update([(line.operation, bisect_left(BOUNDS, line.seconds)) for line in lines])
        for line in lines:
            self._seconds[line.operation] += line.seconds

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


def _json(line: Line) -> str:
    return (
        f'{{"at":"{line.at.isoformat()}","level":"info","method":{_quoted(line.method)},"path":{_quoted(line.path)},'
        f'"status":{line.status},"ms":{line.seconds * 1000:.2f},"operation":"{line.operation}",'
        f'"request_id":"{line.request_id}"}}\n'
    )


def _readable(line: Line) -> str:
    time = line.at.time().isoformat("seconds")
    return f"{time}  {line.status}  {line.method:6} {_spelled(line.path)}  {line.seconds * 1000:.1f} ms\n"


@lru_cache(2_000)
def _quoted(path: str) -> str:
    return json.dumps(path)


@lru_cache(2_000)
def _spelled(path: str) -> str:
    """Without what could move a terminal's cursor."""
    return path.encode("unicode_escape").decode()
