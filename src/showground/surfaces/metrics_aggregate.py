"""Metrics of all web processes on this machine, whichever of them answers."""

import json
import os
import resource
import secrets
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from showground.core.metrics import Metrics


@dataclass(frozen=True, slots=True)
class Measured:
    """Metrics of one process: counters, which only grow, and gauges."""

    sums: dict[str, float]
    levels: dict[str, float]


@dataclass(frozen=True, slots=True)
class Gathered:
    """Metrics of all processes: counters added up, and the gauges of each running one."""

    meter: Metrics
    sums: dict[str, float]
    levels: dict[str, dict[str, float]]  # by process


class Figures:
    """Metrics of this process, and of its siblings through files in a shared folder.

    Each process writes its file once a second, so a scrape is at most a second old, whichever process answers it.
    The counters of ended processes stay in the sums, because counters must not decrease.
    """

    def __init__(self, meter: Metrics, measure: Callable[[], Measured], folder: Path | None) -> None:
        self._meter = meter
        self._measure = measure
        self._folder = folder
        self._name = f"{os.getpid()}.{secrets.token_hex(4)}"

    def publish(self) -> None:
        if self._folder is not None:
            self._folder.mkdir(mode=0o700, exist_ok=True)  # something may have cleaned up the temporary folder
            fresh = self._folder / f"{self._name}.new"
            measured = self._measure()
            written = {"meter": self._meter.dump(), "sums": measured.sums, "levels": measured.levels}
            fresh.write_text(json.dumps(written))
            fresh.replace(self._folder / f"{self._name}.json")

    def gather(self) -> Gathered:
        own = self._measure()
        whole, sums, levels = Metrics(), dict(own.sums), {str(os.getpid()): own.levels}
        whole.add(self._meter)
        for process, theirs in self._siblings():
            whole.add(Metrics.load(theirs["meter"]))
            for name, value in theirs["sums"].items():
                sums[name] = sums.get(name, 0.0) + value
            if _lives(process):
                levels[process] = theirs["levels"]
        return Gathered(whole, sums, levels)

    def _siblings(self) -> list[tuple[str, dict[str, Any]]]:
        if self._folder is None:
            return []
        files = [file for file in self._folder.glob("*.json") if file.stem != self._name]
        return [(file.name.partition(".")[0], json.loads(file.read_text())) for file in sorted(files)]


def _lives(process: str) -> bool:
    try:
        os.kill(int(process), 0)
    except OSError:
        return False
    return True


def measure_memory() -> int:
    """Resident memory of this process in bytes; if the system does not report it, the peak."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
