"""What a directory costs as it grows: disk, memory, and how long each public operation takes.

`python -m bench.growth [--sizes 1000,10000,100000,1000000]`; a database of more than 100,000 listings is dropped
afterwards unless `--keep` is given.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

import psycopg

from bench.asking import requests
from bench.comparing import keep
from bench.database import Filled, drop, filled
from bench.options import Options
from bench.pacing import PacedClient, paced_client
from bench.servers import Server, cpu_seconds, memory, ours

SIZES = (1_000, 10_000, 100_000)
KEPT_UP_TO = 100_000  # listings
WARM_UP, SECONDS = 0.5, 1.5  # for each operation
LONGER = 4  # times, where it takes longer
CHUNK = 1 << 24


@dataclass(frozen=True)
class Taken:
    """Milliseconds of one operation, asked one after the other; and those of the processors, with PostgreSQL's."""

    median: float
    p99: float
    cpu: float
    answers: int


@dataclass(frozen=True)
class Grown:
    """A directory of one size; memory of the web process in MB."""

    listings: int
    disk_mb: float
    rss: float
    pss: float
    operations: dict[str, Taken]


def main(options: Options) -> None:  # noqa: ARG001 - it has sizes of its own
    measure(SIZES, kept_up_to=KEPT_UP_TO)


def measure(sizes: tuple[int, ...], kept_up_to: int) -> None:
    found: list[Grown] = []
    for size in sizes:
        with filled(size) as database, ours(database.conninfo) as server, paced_client(server.port) as client:
            found.append(_measure_one(database, server, client))
        if size > kept_up_to:
            drop(size)
        keep(f"growth-{size}", found[-1])
    _show(found)


def _measure_one(database: Filled, server: Server, client: PacedClient) -> Grown:
    operations: dict[str, Taken] = {}
    postmaster, own = database.postmaster(), f"made{database.listings}"
    every = requests(database, server.host)
    seconds = SECONDS * (LONGER if database.listings > KEPT_UP_TO else 1)
    _read_into_memory(database)
    client.run([asked[0] for asked in every.values()], 4 * WARM_UP)
    for name, asked in every.items():
        client.run(asked, WARM_UP)
        before = cpu_seconds(server.pid) + cpu_seconds(postmaster, own)
        timed = client.run(asked[::-1], seconds)
        busy = cpu_seconds(server.pid) + cpu_seconds(postmaster, own) - before
        if set(timed.statuses) != {"200"}:
            raise RuntimeError(f"{name} answered {timed.statuses}, where all should be 200.")
        answers = len(timed.times)
        operations[name] = Taken(timed.percentile(0.5), timed.percentile(0.99), busy * 1000 / answers, answers)
    with psycopg.connect(database.conninfo) as db:
        [(size,)] = db.execute("select pg_database_size(current_database())").fetchall()
    return Grown(database.listings, size / 1e6, *memory(server.pid), operations)


def _read_into_memory(database: Filled) -> None:
    """The files of a site that has been asked for a while are in memory, as far as they fit."""
    with psycopg.connect(database.conninfo) as db:
        [(folder,)] = db.execute(
            "select current_setting('data_directory') || '/base/' || oid from pg_database"
            " where datname = current_database()"
        ).fetchall()
    for file in Path(folder).iterdir():
        with file.open("rb") as content:
            while content.read(CHUNK):
                pass


def _show(found: list[Grown]) -> None:
    print(f"\n{'Listings':28}" + "".join(f"{grown.listings:>24,}" for grown in found))
    print(f"{'Disk, MB':28}" + "".join(f"{grown.disk_mb:>24,.0f}" for grown in found))
    print(f"{'Web process, RSS (PSS) MB':28}" + "".join(f"{f'{g.rss:.0f} ({g.pss:.0f})':>24}" for g in found))
    print(f"{'ms: median / p99 / CPU':28}")
    for name in found[0].operations:
        cells = [grown.operations[name] for grown in found]
        print(f"  {name:26}" + "".join(f"{f'{t.median:.1f} / {t.p99:.1f} / {t.cpu:.1f}':>24}" for t in cells))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="listings (default: %(default)s)")
    parser.add_argument("--keep", action="store_true", help="keep also the large databases")
    given = parser.parse_args()
    wanted = tuple(int(size) for size in given.sizes.split(","))
    measure(wanted, kept_up_to=max(wanted) if given.keep else KEPT_UP_TO)
