"""How long each public operation takes at half of what the server can bear, with callers that wait for nobody."""

from dataclasses import dataclass
from statistics import median

from bench.asking import requests
from bench.comparing import keep
from bench.database import Filled, filled
from bench.load import client
from bench.options import Options, run
from bench.pacing import PacedClient, paced_client
from bench.servers import Server, cpu_seconds, ours

MOST = 50.0  # milliseconds that 99 of 100 answers may take
USUAL = 100_000  # listings; results with others have files of their own
TURNS = 5
WARM_UP, SATURATING, OPEN = 0.3, 0.9, 2.5  # seconds of each turn


@dataclass(frozen=True)
class Turn:
    """Answers in a second when always 16 are asked for, and then, at half of that rate, milliseconds of answers, and of
    the processors, with PostgreSQL's, for each."""

    saturation: float
    median: float
    p99: float
    cpu: float
    answers: int


@dataclass(frozen=True)
class Held:
    """One operation: the figures in the middle of its turns, in each of which the machine may be faster or slower."""

    saturation: float
    median: float
    p99: float
    cpu: float
    turns: list[Turn]

    @classmethod
    def of(cls, turns: list[Turn]) -> "Held":
        return cls(
            saturation=median(turn.saturation for turn in turns),
            median=median(turn.median for turn in turns),
            p99=median(turn.p99 for turn in turns),
            cpu=median(turn.cpu for turn in turns),
            turns=turns,
        )

    @property
    def verdict(self) -> str:
        worst = max(turn.p99 for turn in self.turns)
        return f"{'met' if self.p99 <= MOST else 'MISSED'} (at most {MOST:g}; {worst:.0f} in the worst turn)"


class Bench:
    """One server under two clients."""

    def __init__(self, database: Filled, server: Server, paced: PacedClient) -> None:
        self.server, self.paced = server, paced
        self.postmaster, self.own = database.postmaster(), f"made{database.listings}"

    def take_turn(self, asked: list[bytes]) -> Turn:
        saturation, before = self._saturate(asked), self._busy()
        timed = self.paced.run(asked, OPEN, saturation / 2)
        each = (self._busy() - before) * 1000 / len(timed.times)
        if timed.statuses.keys() != {"200"}:
            raise RuntimeError(f"Answered {timed.statuses}: all should be 200.")
        return Turn(saturation, timed.percentile(0.5), timed.percentile(0.99), each, len(timed.times))

    def _saturate(self, asked: list[bytes]) -> float:
        with client(self.server.port, asked) as saturating:
            saturating.run(WARM_UP)
            counted = saturating.run(SATURATING)
        if counted.statuses.keys() != {"200"}:
            raise RuntimeError(f"Answered {counted.statuses}: all should be 200.")
        return counted.responses / counted.seconds

    def _busy(self) -> float:
        return cpu_seconds(self.server.pid) + cpu_seconds(self.postmaster, self.own)


def main(options: Options) -> None:
    found: dict[str, Held] = {}
    with filled(options.listings) as database, ours(database.conninfo) as server, paced_client(server.port) as paced:
        bench, asked = Bench(database, server, paced), requests(database, server.host)
        turns: dict[str, list[Turn]] = {name: [] for name in asked}
        for _ in range(TURNS):
            for name, some in asked.items():
                turns[name].append(bench.take_turn(some))
        title = f"{options.listings:,} listings, not held"
        print(f"\n{title:28}{'most req/s':>12}{'median ms':>12}{'p99 ms':>10}{'CPU ms':>10}")
        for name, taken in turns.items():
            held = found[name] = Held.of(taken)
            figures = f"{held.saturation:>12,.0f}{held.median:>12.1f}{held.p99:>10.1f}{held.cpu:>10.1f}"
            print(f"  {name:26}{figures}  {held.verdict}", flush=True)
    keep("open_loop" if options.listings == USUAL else f"open_loop-{options.listings}", found)


if __name__ == "__main__":
    run(main, __doc__)
