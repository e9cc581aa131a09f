"""Serves the application, in this process or in several that share the port."""

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

CONNINFO = "_SHOWGROUND_CONNINFO"  # set by the parent: the address of the database
WORKERS = "_SHOWGROUND_WORKERS"
JOBS = "_SHOWGROUND_JOBS"
SHARED = "_SHOWGROUND_SHARED"  # a folder through which workers share their metrics
OTHER_FILES = 500  # open files a process needs besides its clients' connections


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
        with suppress(KeyboardInterrupt):  # uvicorn raises it again after a clean shutdown
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
    """Several web processes. SIGHUP replaces them one by one; each stops once its successor serves requests."""

    def terminate_all(self) -> None:
        """Close the port first, so that new connections go to another server that shares it instead of waiting here."""
        for bound in self.sockets:
            bound.close()
        super().terminate_all()


def make_worker() -> Any:
    """The application in one of several worker processes, which exits when its parent does."""
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid is not None:
        end_with_parent(parent.pid, signal.SIGTERM)
    settings, processes = read_settings(), int(os.environ[WORKERS])
    configure_logging(readable=settings.env == "development")
    if settings.database_url is None:
        # Take a lease of our own: if the parent is killed, jobs here still need the database to finish.
        embedded_postgres.lease_until_exit(settings.data_dir)
    application = Showground(
        settings,
        os.environ[CONNINFO],
        processes=processes,
        jobs=os.environ[JOBS] == "1",
        shared=Path(os.environ[SHARED]),
    )
    return application.edge


def allow_open_files(wanted: int) -> None:
    """Raise the limit on open files for this process and its children; many systems default to 1,024."""
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def configure(app: Any, http: type[ClientConnection] = ClientConnection, **more: Any) -> uvicorn.Config:
    """The uvicorn settings of every web process."""
    return uvicorn.Config(
        app,
        loop="uvloop",
        http=http,
        ws="none",
        lifespan="on",
        log_config=None,  # `configure_logging` has run already; requests are logged by the edge
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the edge reads X-Forwarded-For, from trusted proxies only
        timeout_keep_alive=15,
        timeout_graceful_shutdown=10,
        timeout_worker_healthcheck=30,  # generous, so that a slow start on a busy machine is not taken for a hang
        **more,
    )
