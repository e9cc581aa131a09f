"""The client: a process of its own that keeps connections busy and counts whole answers."""

import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from typing import IO, Any, cast

import uvloop

from bench.answers import AnsweredConnection

CONNECTIONS = 16


def get(path: str, host: str, headers: dict[str, str] | None = None) -> bytes:
    """A GET as API clients send it. Nothing zipped is asked for: servers differ in whether they zip at all."""
    more = "".join(f"{name}: {value}\r\n" for name, value in (headers or {}).items())
    known = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept: application/json\r\nUser-Agent: bench\r\n"
    return f"{known}{more}\r\n".encode()


def post(path: str, host: str, headers: dict[str, str], body: bytes) -> bytes:
    lines = [f"{name}: {value}" for name, value in headers.items()]
    head = [f"POST {path} HTTP/1.1", f"Host: {host}", "User-Agent: bench", *lines, f"Content-Length: {len(body)}"]
    return "\r\n".join([*head, "", ""]).encode() + body


@dataclass(frozen=True)
class Counted:
    """What one turn came to."""

    responses: int
    seconds: float
    own_cpu: float  # seconds that the client itself was busy: near `seconds`, it is what limits the rate
    statuses: dict[str, int]


@dataclass(frozen=True)
class Client:
    """A client that waits for its next turn; it goes on in its list of requests where it stopped."""

    process: "subprocess.Popen[str]"

    def run(self, seconds: float) -> Counted:
        to, out = cast("IO[str]", self.process.stdin), cast("IO[str]", self.process.stdout)
        to.write(f"{seconds}\n")
        to.flush()
        return Counted(**json.loads(out.readline()))


@contextmanager
def client(port: int, requests: Sequence[bytes]) -> Generator[Client]:
    """A client process with these requests, which it sends in turn."""
    command = [sys.executable, "-m", "bench.load"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        to = cast("IO[str]", process.stdin)
        to.write(json.dumps({"port": port, "requests": [request.decode("latin-1") for request in requests]}) + "\n")
        try:
            yield Client(process)
        finally:
            to.close()  # which ends it


class Turn:
    """All connections of one turn."""

    def __init__(self, requests: "cycle[bytes]") -> None:
        self.requests = requests
        self.over = False
        self.open = CONNECTIONS
        self.statuses: Counter[str] = Counter()
        self.done = asyncio.get_running_loop().create_future()

    def end(self) -> None:
        self.over = True


class Connection(AnsweredConnection):
    """Sends a request, takes its answer, sends the next."""

    def __init__(self, turn: Turn) -> None:
        super().__init__()
        self._turn = turn

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.write(next(self._turn.requests))

    def answered(self, status: str) -> None:
        self._turn.statuses[status] += 1
        if self._turn.over:
            self.transport.close()
        else:
            self.transport.write(next(self._turn.requests))

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._turn.over and not self._turn.done.done():
            self._turn.done.set_exception(exc or ConnectionError("The server closed a connection during a turn."))
        self._turn.open -= 1
        if self._turn.open == 0 and not self._turn.done.done():
            self._turn.done.set_result(None)


async def run(port: int, requests: "cycle[bytes]", seconds: float) -> Counted:
    loop, turn = asyncio.get_running_loop(), Turn(requests)
    began, busy = time.perf_counter(), time.process_time()
    for _ in range(CONNECTIONS):
        await loop.create_connection(lambda: Connection(turn), "127.0.0.1", port)
    loop.call_later(seconds, turn.end)
    await turn.done
    took, own_cpu = time.perf_counter() - began, time.process_time() - busy
    return Counted(turn.statuses.total(), took, own_cpu, dict(turn.statuses))


def main() -> None:
    given: dict[str, Any] = json.loads(sys.stdin.readline())
    requests = cycle([request.encode("latin-1") for request in given["requests"]])
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        for line in sys.stdin:
            counted = runner.run(run(given["port"], requests, float(line)))
            print(json.dumps(vars(counted)), flush=True)


if __name__ == "__main__":
    main()
