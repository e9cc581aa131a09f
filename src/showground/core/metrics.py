"""Counters of one process, in memory. Each costs a look-up and an addition, and nothing on the hot path."""

from bisect import bisect_left
from collections import Counter, defaultdict
from typing import Any, Self

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)  # seconds
Key = tuple[str, ...]  # what is counted, and the values of its labels


class Metrics:
    """Counters, and histograms of durations."""

    def __init__(self) -> None:
        self.counts: Counter[Key] = Counter()
        self.times: Counter[tuple[Key, int]] = Counter()  # how often it took up to each of the bounds
        self.seconds: defaultdict[Key, float] = defaultdict(float)

    def count(self, what: str, *labels: str) -> None:
        self.counts[(what, *labels)] += 1

    def time(self, seconds: float, what: str, *labels: str) -> None:
        key = (what, *labels)
        self.times[key, bisect_left(BOUNDS, seconds)] += 1
        self.seconds[key] += seconds

    def add(self, other: "Metrics") -> None:
        self.counts.update(other.counts)
        self.times.update(other.times)
        for key, seconds in other.seconds.items():
            self.seconds[key] += seconds

    def dump(self) -> dict[str, Any]:
        """All values as JSON, for another process."""
        return {
            "counts": [[list(key), n] for key, n in self.counts.items()],
            "times": [[list(key), place, n] for (key, place), n in self.times.items()],
            "seconds": [[list(key), n] for key, n in self.seconds.items()],
        }

    @classmethod
    def load(cls, dumped: dict[str, Any]) -> Self:
        meter = cls()
        meter.counts.update({tuple(key): n for key, n in dumped["counts"]})
        meter.times.update({(tuple(key), place): n for key, place, n in dumped["times"]})
        meter.seconds.update({tuple(key): n for key, n in dumped["seconds"]})
        return meter
