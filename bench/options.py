"""What every benchmark is told."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    listings: int
    rounds: int
    seconds: float


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--listings", type=int, default=100_000, help="made-up listings (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=9, help="turns of each side (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=1, help="length of a turn (default: %(default)s)")


def run(main: Callable[[Options], None], description: str | None) -> None:
    """Run one benchmark as a command of its own."""
    parser = argparse.ArgumentParser(description=description)
    add_options(parser)
    given = parser.parse_args()
    main(Options(given.listings, given.rounds, given.seconds))
