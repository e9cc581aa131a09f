"""What every benchmark is told."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    listings: int
    rounds: int
    seconds: float
