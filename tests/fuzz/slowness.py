"""Looking for what makes a parser slow: any short sequence of tokens, repeated, by the CPU time that it takes."""

import os
import random
import resource
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

from tests.fuzz.parsers import PARSERS, Parser, repeat

MAX_SECONDS = 2.0  # of CPU for the largest input
SCREENED = 125_000  # letters by which the worst are found
FINALISTS = 4
LIMIT = 10  # seconds of CPU after which one is ended
PER_PARSER = 30.0  # seconds of searching
HEAD = f"""
## Parsers

Any short sequence of tokens, repeated to the length named, in a process of its own: what took the most CPU time of each
parser. More than {MAX_SECONDS:g} seconds are a failure.

| parser | sequences tried | the slowest | letters | CPU seconds |
|---|---:|---|---:|---:|
"""


@dataclass(frozen=True)
class Worst:
    """What took longest of a parser."""

    parser: str
    tried: int
    sequence: str
    seconds: float
    size: int

    def __str__(self) -> str:
        shown = ascii(self.sequence)[1:-1].replace("|", "\\|").replace("`", "'")
        return f"| {self.parser} | {self.tried} | `` {shown} `` | {self.size:,} | {self.seconds:.1f} |"

    @property
    def failure(self) -> str | None:
        if self.seconds <= MAX_SECONDS:
            return None
        return f"{self.parser}: {self.sequence!r} took {self.seconds:.1f} s of CPU at {self.size:,} letters"


def cpu_seconds(parser: Parser, text: str, limit: int = LIMIT) -> float:
    """What reading takes in a process of its own, which is ended at the limit."""
    given = parser.prepare(text)
    child = os.fork()
    if not child:
        status = 1
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            parser.read(given)
            status = 0
        finally:
            os._exit(status)
    _, status, used = os.wait4(child, 0)
    if status and not os.WIFSIGNALED(status):
        message = f"reading failed: {text[:80]!r}"
        raise RuntimeError(message)
    return used.ru_utime + used.ru_stime


def sequences(parser: Parser, chance: random.Random) -> Iterator[str]:
    """Those that were slow once, each token, then pairs, triples and longer ones by chance, some after a token."""
    yield from parser.known
    yield from parser.tokens
    while True:
        first = chance.choice(("", "", f"{chance.choice(parser.tokens)}~"))
        yield first + "".join(chance.choice(parser.tokens) for _ in range(chance.choice((1, 2, 2, 3, 3, 4, 6))))


def find_worst(name: str, seconds: float, seed: int) -> Worst:
    """Try sequences at a moderate length for so long, then the slowest of them at full length."""
    parser, chance = PARSERS[name], random.Random(seed)
    parser.read(parser.prepare("x"))  # what is loaded once is not counted
    took: dict[str, float] = {}
    end = monotonic() + seconds
    for sequence in sequences(parser, chance):
        if len(took) >= len(parser.known) + len(parser.tokens) and monotonic() > end:
            break
        took[sequence] = cpu_seconds(parser, repeat(sequence, SCREENED))
    slowest = sorted(took, key=lambda sequence: -took[sequence])[:FINALISTS]
    finals = {sequence: cpu_seconds(parser, repeat(sequence, parser.largest)) for sequence in {*slowest, *parser.known}}
    worst = max(finals, key=lambda sequence: finals[sequence])
    return Worst(name, len(took), worst, finals[worst], parser.largest)


def find_all(seconds: float = PER_PARSER, seed: int = 1) -> list[Worst]:
    return [find_worst(name, seconds, seed) for name in PARSERS]


def report(found: list[Worst]) -> str:
    return HEAD + "".join(f"{worst}\n" for worst in found)


def find_slow(limit: int) -> list[str]:
    """Have each parser read what was slow once, at a quarter of the full length; those that take so many seconds of
    CPU, or fail."""
    slow: list[str] = []
    for name, parser in PARSERS.items():
        for sequence in parser.known:
            try:
                took = cpu_seconds(parser, repeat(sequence, parser.largest // 4), limit)
            except RuntimeError as error:
                slow.append(f"{name}: {sequence!r}: {error}")
                continue
            if took >= limit:
                slow.append(f"{name}: {sequence!r} took {took:.1f} s")
    return slow


if __name__ == "__main__":
    sys.exit("\n".join(find_slow(int(sys.argv[1]))) or None)
