"""One of two web processes is killed: the other answers, and a new one takes its place."""

import os
import signal
from pathlib import Path

from tests.chaos.fault import Outcome, fault
from tests.chaos.site import Ground, children_of
from tests.support.command import before_long
from tests.support.locks import ask

CONNECTIONS = """
    select count(*) from pg_stat_activity where datname = current_database() and application_name = 'showground'
"""


@fault("kill -9 of one of two web processes")
def kill_web_process(ground: Ground) -> Outcome:
    with ground.database() as url:
        with ground.site("--workers", "2", "--no-jobs", url=url) as site:
            assert before_long(lambda: ask(url, CONNECTIONS) >= 4), "two processes hold two each"
            with ground.loaded(site, url) as load:
                with load.trouble():
                    os.kill(_serving(site.process.pid)[0], signal.SIGKILL)
                assert before_long(lambda: len(_serving(site.process.pid)) == 2), "nobody took its place"
        return load.outcome(may_break=True)


def _serving(parent: int) -> list[int]:
    """Those that serve; multiprocessing has a further process of its own."""
    return [pid for pid in children_of(parent) if b"spawn_main" in _command_of(pid)]


def _command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""  # it has ended
