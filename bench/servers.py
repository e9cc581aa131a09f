"""Real server processes on free loopback ports, and what the system says of them."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

RESULTS = Path(__file__).parent / "results"
TICKS = os.sysconf("SC_CLK_TCK")
LONGEST_START = 120  # seconds
OURS = {"SHOWGROUND_ENV": "development", "SHOWGROUND_RATE_LIMITS": "x100000"}  # calls are counted, none is refused


@dataclass(frozen=True)
class Server:
    """A server that answers."""

    port: int
    pid: int
    started_in: float  # seconds from its command to its first answer
    busy_starting: float  # of which its processor was busy

    @property
    def host(self) -> str:
        return f"localhost:{self.port}"

    def fetch(self, path: str) -> tuple[list[tuple[str, str]], bytes]:
        """Headers and body of one answer, the headers that any server adds aside."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", path, headers={"Host": self.host, "Accept-Encoding": "identity"})
        response = connection.getresponse()
        body = response.read()
        connection.close()
        if response.status != 200:
            raise RuntimeError(f"{path} answered {response.status}: {body[:300]!r}")
        return [(name, value) for name, value in response.getheaders() if name.lower() not in ("date", "server")], body


@contextmanager
def running(
    name: str, command: Sequence[str], env: dict[str, str], port: int, path: str, *, folder: Path | None = None
) -> Generator[Server]:
    """This server for as long as this block; its output goes to a file beside the results."""
    RESULTS.mkdir(exist_ok=True)
    began = time.perf_counter()
    with (RESULTS / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(command, env=os.environ | env, stdout=log, stderr=log, cwd=folder)
    try:
        _wait_until_it_answers(process, port, path, Path(log.name))
        yield Server(port, process.pid, time.perf_counter() - began, cpu_seconds(process.pid))
    finally:
        process.send_signal(signal.SIGINT)  # as Ctrl-C does
        process.wait()


def _wait_until_it_answers(process: "subprocess.Popen[bytes]", port: int, path: str, log: Path) -> None:
    for _ in range(LONGEST_START * 100):
        if process.poll() is not None:
            raise RuntimeError(f"The server ended at once: {log.read_text()[-2000:]}")
        connection = HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
        except OSError:
            time.sleep(0.01)
        else:
            if response.status == 200:
                return
            raise RuntimeError(f"{path} answered {response.status}: {response.read()[:300]!r}; see {log}")
        finally:
            connection.close()
    raise RuntimeError(f"The server did not answer within {LONGEST_START} seconds; see {log}")


@contextmanager
def ours(conninfo: str, *, workers: int = 1, **settings: str) -> Generator[Server]:
    """Showground as its command serves it, with these settings."""
    port = free_port()
    env = OURS | {"SHOWGROUND_DATABASE_URL": conninfo, "SHOWGROUND_SITE_URL": f"http://localhost:{port}"}
    env |= {f"SHOWGROUND_{name.upper()}": value for name, value in settings.items()}
    command = [command_of("showground"), "serve", "--port", str(port), "--no-jobs", "--workers", str(workers)]
    with running("showground", command, env, port, "/api/v1/site") as server:
        yield server


@contextmanager
def bare(headers: list[tuple[str, str]], body: bytes) -> Generator[Server]:
    """A bare ASGI callable that gives always this answer, served as ours is."""
    port = free_port()
    command = [sys.executable, "-m", "bench.bare", str(port)]
    with running("bare", command, _answer(headers, body), port, "/") as server:
        yield server


@contextmanager
def least() -> Generator[Server]:
    """A bare ASGI callable by uvicorn's own command, with nothing of ours imported."""
    port = free_port()
    command = [command_of("uvicorn"), "bench.bare:app", "--port", str(port), "--no-access-log"]
    with running("least", command, _answer([("content-length", "2")], b"ok"), port, "/") as server:
        yield server


def _answer(headers: list[tuple[str, str]], body: bytes) -> dict[str, str]:
    RESULTS.mkdir(exist_ok=True)
    file = RESULTS / "bare.answer"
    file.write_text(json.dumps({"headers": headers, "body": body.decode()}))
    return {"BENCH_ANSWER": str(file)}


def command_of(name: str) -> str:
    """A command of the environment that runs this."""
    return str(Path(sys.executable).parent / name)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def cpu_seconds(pid: int, of: str = "") -> float:
    """Time that a process and its living children have been busy; `of`: only those that name this database."""
    parents: dict[int, int] = {}
    busy: dict[int, float] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                if of and f" {of} " not in (folder / "cmdline").read_text():
                    continue
            except OSError:
                continue  # it has ended
            parents[int(folder.name)] = int(fields[1])
            busy[int(folder.name)] = (int(fields[11]) + int(fields[12])) / TICKS
    return sum(seconds for child, seconds in busy.items() if child == pid or parents[child] == pid)


def postmaster_of(backend: int) -> int:
    """The process of which every process of a PostgreSQL server is a child, given one of them."""
    status = Path(f"/proc/{backend}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("PPid:")))


def memory(pid: int) -> tuple[float, float]:
    """Resident and proportional memory, in MB."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    sizes = {line.split(":")[0]: int(line.split()[1]) / 1000 * 1.024 for line in lines[1:]}
    return sizes["Rss"], sizes["Pss"]
