"""Requests noted one by one, written and counted in batches."""

import json
import sys
from collections.abc import Iterable
from typing import TextIO

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest

from showground.surfaces.edge import Line


class AccessLog:
    """Collects lines; `flush` writes them and adds them to the metrics."""

    def __init__(self, *, readable: bool, out: TextIO = sys.stdout) -> None:
        self._readable = readable
        self._out = out
        self._lines: list[Line] = []
        self._registry = CollectorRegistry()
        self._requests = Counter(
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
        for line in lines:
            self._requests.labels(line.operation, line.method, line.status).inc()
            self._seconds.labels(line.operation).observe(line.seconds)
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
        path = line.path.encode("unicode_escape").decode()
        yield f"{line.at:%H:%M:%S}  {line.status}  {line.method:6} {path}  {line.seconds * 1000:.1f} ms\n"
