"""From the command to the first answer, cold and warm, and the memory of the process after some work."""

import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.comparing import keep
from bench.options import Options, run
from bench.servers import OURS, Server, command_of, free_port, least, memory, running
from showground.core import embedded_postgres

STARTS = 3
REQUESTS = 1_000
FIRST = "/api/v1/site"
BARE, COLD, WARM = "bare callable", "cold: a new database, and the demo", "warm"
MOST = {COLD: 6.0, WARM: 1.2, "memory": 160.0}  # seconds, seconds, MB
MIXED = (
    "/api/v1/listings",
    "/api/v1/listings?q=backup",
    "/api/v1/listings?sort=newest&per_page=100",
    "/api/v1/categories",
    "/api/v1/site",
    "/api/v1/openapi.json",
    "/docs/api",
    "/readyz",
)


@dataclass(frozen=True)
class Start:
    """One start; seconds until the first answer, and how many of them the process was busy."""

    seconds: float
    busy: float


@dataclass(frozen=True)
class Memory:
    """Of one process, in MB."""

    rss: float
    pss: float


def main(options: Options) -> None:  # noqa: ARG001 - it needs no listings, and starts only a few times
    starts: dict[str, list[Start]] = {BARE: [], COLD: [], WARM: []}
    sizes: dict[str, list[Memory]] = {BARE: [], WARM: []}
    for _ in range(STARTS):
        with least() as server:
            starts[BARE].append(_start_of(server))
            sizes[BARE].append(Memory(*memory(server.pid)))
        with _data_folder() as folder:
            with _serving(folder) as server:
                starts[COLD].append(_start_of(server))
            with _serving(folder) as server:
                starts[WARM].append(_start_of(server))
                _ask_all_sorts(server)
                sizes[WARM].append(Memory(*memory(server.pid)))
    _show(starts, sizes)
    keep("start", {"starts": starts, "memory": sizes})


def _show(starts: dict[str, list[Start]], sizes: dict[str, list[Memory]]) -> None:
    print(f"\n{'From the command to the first answer':44}{'s':>8}{'CPU s':>8}{'times bare':>12}")
    base = median(start.seconds for start in starts[BARE])
    for name, found in starts.items():
        seconds, busy = median(start.seconds for start in found), median(start.busy for start in found)
        print(f"  {name:42}{seconds:>8.2f}{busy:>8.2f}{seconds / base:>12.1f}  {_verdict(name, seconds)}")
    print(
        f"\n{f'Memory of the web process after {REQUESTS:,} requests':44}{'RSS MB':>8}{'PSS MB':>8}{'times bare':>12}"
    )
    base = median(size.rss for size in sizes[BARE])
    for name, held in sizes.items():
        rss, pss = median(size.rss for size in held), median(size.pss for size in held)
        verdict = _verdict("memory", rss) if name == WARM else ""
        print(f"  {name:42}{rss:>8.0f}{pss:>8.0f}{rss / base:>12.1f}  {verdict}")


def _verdict(name: str, value: float) -> str:
    most = MOST.get(name)
    return "" if most is None else f"{'met' if value <= most else 'MISSED'} (at most {most:g})"


def _start_of(server: Server) -> Start:
    return Start(server.started_in, server.busy_starting)


@contextmanager
def _data_folder() -> Generator[Path]:
    """A new data folder; all of it is removed afterwards, wherever the database lies."""
    with tempfile.TemporaryDirectory(prefix="showground-bench-") as name:
        folder = Path(name) / "data"
        try:
            yield folder
        finally:
            shutil.rmtree(embedded_postgres.locate(folder).data.parent)


@contextmanager
def _serving(folder: Path) -> Generator[Server]:
    """The whole of it, as `make serve` starts it."""
    port = free_port()
    env = OURS | {"SHOWGROUND_DATA_DIR": str(folder), "SHOWGROUND_SITE_URL": f"http://localhost:{port}"}
    with running("start", [command_of("showground"), "serve", "--port", str(port)], env, port, FIRST) as server:
        yield server


def _ask_all_sorts(server: Server) -> None:
    for number in range(REQUESTS):
        server.fetch(MIXED[number % len(MIXED)])


if __name__ == "__main__":
    run(main, __doc__)
