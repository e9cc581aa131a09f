"""The same application behind other HTTP servers: uvicorn without and with our fast path, and granian, in turns."""

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from bench.comparing import Row, Side, compare, keep, show
from bench.database import filled
from bench.load import get
from bench.options import Options, run
from bench.servers import OURS, Server, free_port, ours, running

FOLDER = Path(__file__).parent / ".venv-granian"
VERSION = "granian==2.8.7"


def main(options: Options) -> None:
    install()
    with (
        filled(options.listings) as database,
        ours(database.conninfo, fastpath_send="off") as plain,
        ours(database.conninfo) as fast,
        granian(database.conninfo) as other,
    ):
        slugs = database.slugs()
        found: dict[str, list[Row]] = {}
        for name, paths in (
            ("cached get_listing", [f"/api/v1/listings/{slugs[0]}"]),
            ("cached home page", ["/"]),
            ("get_listing, each listing in turn", [f"/api/v1/listings/{slug}" for slug in slugs]),
        ):
            sides = [
                Side(side, server, [get(path, server.host) for path in paths])
                for side, server in (
                    ("uvicorn, fast path off", plain),
                    ("uvicorn, fast path on", fast),
                    ("granian", other),
                )
            ]
            found[name] = compare(sides, rounds=options.rounds, seconds=options.seconds)
            show(name, found[name])
    keep("http_servers", found)


def install() -> None:
    """Granian, in a folder of its own beside our environment."""
    if not (FOLDER / "granian").exists():
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
        subprocess.run([*pip, "--target", FOLDER, VERSION], check=True)


@contextmanager
def granian(conninfo: str) -> Generator[Server]:
    port = free_port()
    env = OURS | {"SHOWGROUND_DATABASE_URL": conninfo, "SHOWGROUND_SITE_URL": f"http://localhost:{port}"}
    env |= {"SHOWGROUND_FASTPATH_SEND": "off", "PYTHONPATH": str(FOLDER)}
    command = [
        *(sys.executable, "-m", "granian", "--interface", "asgi", "--factory", "--loop", "uvloop", "--no-ws"),
        *("--workers", "1", "--port", str(port), "bench.granian_app:make"),
    ]
    with running("granian", command, env, port, "/api/v1/site") as server:
        yield server


if __name__ == "__main__":
    run(main, __doc__)
