"""A site that lives by another clock than the machine's: `python -m tests.chaos.clocked_site FILE --port PORT`.

The file says by how many hours its clock is ahead.
"""

import sys
from datetime import datetime, timedelta
from pathlib import Path

import uvicorn

from showground.app import Showground
from showground.bind_port import bind
from showground.core.calls.context import system_clock
from showground.core.logs import configure_logging
from showground.serving import configure
from showground.settings import read_settings


def main(port: int, ahead: Path) -> None:
    def clock() -> datetime:
        return system_clock() + timedelta(hours=float(ahead.read_text() or 0))

    settings = read_settings()
    assert settings.database_url is not None
    configure_logging(readable=True)
    site = Showground(settings, settings.database_url, clock=clock)
    with bind("127.0.0.1", port) as bound:
        uvicorn.Server(configure(site.edge)).run(sockets=[bound])


if __name__ == "__main__":
    main(int(sys.argv[3]), Path(sys.argv[1]))
