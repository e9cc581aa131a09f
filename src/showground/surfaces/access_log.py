"""Requests noted one by one, written and counted in batches."""

import json
import sys
from collections import Counter
from collections.abc import Iterable
from typing import TextIO

from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client import Counter as Counted

from showground.surfaces.edge import Line


class AccessLog:
    """Collects lines; `flush` writes them and adds them to the metrics."""

    def __init__(self, *, readable: bool, out: TextIO = sys.stdout) -> None:
        self._readable = readable
        self._out = out
        self._lines: list[Line] = []
        self._registry = CollectorRegistry()
        self._requests = Counted(
            "showground_requests", "Requests answered.", ["operation", "method", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "showground_request_seconds", "Time to answer.", ["operation"], registry=self._registry
        )
        self.note = self._lines.append

    def flush(self) -> None:
        if not self._lines:
            return
        lines = self._lines.copy()
        del self._lines[: len(lines)]
        for labels, times in Counter((line.operation, line.method, line.status) for line in lines).items():
            self._requests.labels(*labels).inc(times)
        for operation in {line.operation for line in lines}:
            observe = self._seconds.labels(operation).observe  # found once: finding it costs more than using it
            for line in lines:
                if line.operation == operation:
                    observe(line.seconds)
        self._out.writelines(_readable(lines) if self._readable else _json(lines))
        self._out.flush()

    def metrics(self) -> bytes:
        self.flush()
        return generate_latest(self._registry)


def _json(lines: Iterable[Line]) -> Iterable[str]:
    for line in lines:
        fields = {
            "at": line.at.isoformat(),
            "level": "info",
            "method": line.method,
            "path": line.path,
            "status": line.status,
            "ms": round(line.seconds * 1000, 2),
            "operation": line.operation,
            "request_id": line.request_id,
        }
        yield json.dumps(fields) + "\n"


def _readable(lines: Iterable[Line]) -> Iterable[str]:
    for line in lines:
        time, path = line.at.time().isoformat("seconds"), line.path.encode("unicode_escape").decode()
        yield f"{time}  {line.status}  {line.method:6} {path}  {line.seconds * 1000:.1f} ms\n"
