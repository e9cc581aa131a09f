"""Serves the application: in this process, or in several that share the port."""

import multiprocessing
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from showground.app import Showground
from showground.core import embedded_postgres
from showground.core.logs import configure_logging
from showground.core.parent_death import end_with_parent
from showground.settings import PREFIX, Settings, read_settings
from showground.surfaces.connection import ClientConnection

CONNINFO = "_SHOWGROUND_CONNINFO"  # how the parent tells its workers where the database is
WORKERS = "_SHOWGROUND_WORKERS"
JOBS = "_SHOWGROUND_JOBS"
SHARED = "_SHOWGROUND_SHARED"  # the folder in which workers tell each other their figures
OTHER_FILES = 500  # that a process may have open beside its clients' connections


def serve(
    settings: Settings,
    conninfo: str,
    bound: socket.socket,
    *,
    workers: int,
    jobs: bool,
    greet: Callable[[], None],
) -> None:
    """Serve until told to stop."""
    allow_open_files(ClientConnection.limits.connections + OTHER_FILES)
    if workers == 1:
        application = Showground(settings, conninfo, jobs=jobs, started=greet)
        with suppress(KeyboardInterrupt):  # raised once more after a stop in good order
            uvicorn.Server(configure(application.edge)).run(sockets=[bound])
        return
    os.environ.update({CONNINFO: conninfo, WORKERS: str(workers), JOBS: "1" if jobs else "0"})
    os.environ[PREFIX + "SITE_URL"] = settings.site_url
    greet()
    config = configure("showground.serving:make_worker", factory=True, workers=workers)
    processes = Processes(config, [bound])
    with TemporaryDirectory(prefix="showground-figures-") as shared:
        os.environ[SHARED] = shared
        processes.run()
    if any(process.exitcode == STARTUP_FAILURE for process in processes.processes):
        sys.exit(STARTUP_FAILURE)


class Processes(Multiprocess):
    """Several web processes. SIGHUP replaces them one by one, each once its successor serves."""

    def terminate_all(self) -> None:
        """Let go of the port first: a server that shares it gets the connections that would wait here for nobody."""
        for bound in self.sockets:
            bound.close()
        super().terminate_all()


def make_worker() -> Any:
    """The application of one of several processes; it ends with its parent."""
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid is not None:
        end_with_parent(parent.pid, signal.SIGTERM)
    settings, processes = read_settings(), int(os.environ[WORKERS])
    configure_logging(readable=settings.env == "development")
    if settings.database_url is None:
        embedded_postgres.hold_until_the_end(
            settings.data_dir
        )  # a killed parent lets go of it while jobs here still end
    application = Showground(
        settings,
        os.environ[CONNINFO],
        processes=processes,
        jobs=os.environ[JOBS] == "1",
        shared=Path(os.environ[SHARED]),
    )
    return application.edge


def allow_open_files(wanted: int) -> None:
    """Let this process and its children open so many files, as far as the system lets them: many allow but 1,024."""
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def configure(app: Any, http: type[ClientConnection] = ClientConnection, **more: Any) -> uvicorn.Config:
    """How every web process is set up."""
    return uvicorn.Config(
        app,
        loop="uvloop",
        http=http,
        ws="none",
        lifespan="on",
        log_config=None,  # the root has set up logging; requests are logged by the edge
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the edge reads X-Forwarded-For, from trusted proxies only
        timeout_keep_alive=15,
        timeout_graceful_shutdown=10,
        timeout_worker_healthcheck=30,  # a process that starts on a busy machine is not taken for a hung one
        **more,
    )
