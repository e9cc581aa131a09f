"""How long each public operation takes at half of what the server can bear, with callers that wait for nobody."""

from dataclasses import dataclass

from bench.asking import requests
from bench.comparing import keep
from bench.database import filled
from bench.load import client
from bench.options import Options, run
from bench.pacing import paced_client
from bench.servers import cpu_seconds, ours

MOST = 50.0  # milliseconds that 99 of 100 answers may take
WARM_UP, SATURATING, OPEN = 0.5, 2.0, 5.0  # seconds for each operation


@dataclass(frozen=True)
class Held:
    """One operation: answers in a second when always 16 are asked for, and milliseconds at half of that rate; and
    those of the processors, with PostgreSQL's, which tell more on a busy machine."""

    saturation: float
    median: float
    p99: float
    cpu: float
    answers: int

    @property
    def verdict(self) -> str:
        return f"{'met' if self.p99 <= MOST else 'MISSED'} (at most {MOST:g})"


def main(options: Options) -> None:
    found: dict[str, Held] = {}
    with filled(options.listings) as database, ours(database.conninfo) as server, paced_client(server.port) as paced:
        postmaster, own = database.postmaster(), f"made{database.listings}"
        title = f"{options.listings:,} listings, not held"
        print(f"\n{title:28}{'most req/s':>12}{'median ms':>12}{'p99 ms':>10}{'CPU ms':>10}")
        for name, asked in requests(database, server.host).items():
            with client(server.port, asked) as saturating:
                saturating.run(WARM_UP)
                counted = saturating.run(SATURATING)
            saturation = counted.responses / counted.seconds
            before = cpu_seconds(server.pid) + cpu_seconds(postmaster, own)
            timed = paced.run(asked, OPEN, saturation / 2)
            busy = cpu_seconds(server.pid) + cpu_seconds(postmaster, own) - before
            if set(counted.statuses) | set(timed.statuses) != {"200"}:
                raise RuntimeError(f"{name} answered {counted.statuses} and {timed.statuses}: all should be 200.")
            each = busy * 1000 / len(timed.times)
            held = Held(saturation, timed.percentile(0.5), timed.percentile(0.99), each, len(timed.times))
            figures = f"{held.saturation:>12,.0f}{held.median:>12.1f}{held.p99:>10.1f}{held.cpu:>10.1f}"
            print(f"  {name:26}{figures}  {held.verdict}", flush=True)
            found[name] = held
    keep("open_loop", found)


if __name__ == "__main__":
    run(main, __doc__)
