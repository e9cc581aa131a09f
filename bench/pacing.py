"""A client that notes how long each answer takes: one request after the other, or an open loop at a given rate."""

import asyncio
import gc
import json
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from random import Random
from typing import IO, Any, cast

import uvloop

from bench.answers import AnsweredConnection

MOST_CONNECTIONS = 64
PATIENCE = 15.0  # seconds that are waited for the last answers


@dataclass(frozen=True)
class Timed:
    """Milliseconds of each answer, in order of size; from when it was due, not from when it could be sent."""

    times: list[float]
    statuses: dict[str, int]

    def percentile(self, part: float) -> float:
        return self.times[min(len(self.times) - 1, int(len(self.times) * part))]


@dataclass(frozen=True)
class PacedClient:
    """A client that waits for its next turn."""

    process: "subprocess.Popen[str]"

    def run(self, requests: Sequence[bytes], seconds: float, rate: float | None = None) -> Timed:
        """Ask for so many seconds; without a rate, the next is asked when the one before is answered."""
        to, out = cast("IO[str]", self.process.stdin), cast("IO[str]", self.process.stdout)
        asked = {"requests": [r.decode("latin-1") for r in requests], "seconds": seconds, "rate": rate}
        to.write(json.dumps(asked) + "\n")
        to.flush()
        return Timed(**json.loads(out.readline()))


@contextmanager
def paced_client(port: int) -> Generator[PacedClient]:
    command = [sys.executable, "-m", "bench.pacing", str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield PacedClient(process)
        finally:
            cast("IO[str]", process.stdin).close()  # which ends it


class Run:
    """The requests of one turn: those that are due, and the connections that are free to send them."""

    def __init__(self, requests: Sequence[bytes], seconds: float, rate: float | None) -> None:
        self._requests = cycle(requests)
        self._rate = rate
        self._chance = Random(1)
        self._seconds = seconds
        self._waiting: deque[tuple[float, bytes]] = deque()
        self._free: list[Connection] = []
        self._open = 0
        self.times: list[float] = []
        self.statuses: Counter[str] = Counter()
        self.done = asyncio.get_running_loop().create_future()

    def begin(self) -> None:
        self._due = time.perf_counter()
        self._ends = self._due + self._seconds
        if self._rate is None:
            self._ask_next()
        else:
            self.tick()

    def tick(self) -> None:
        """Send all that is due, at moments of chance: real callers do not wait for each other."""
        now = time.perf_counter()
        while self._rate and self._due <= now < self._ends:
            self._waiting.append((self._due, next(self._requests)))
            self._due += self._chance.expovariate(self._rate)
        self._send()
        if now < self._ends:
            asyncio.get_running_loop().call_later(max(0.0005, self._due - now), self.tick)
        else:
            self._see_whether_done()

    def free(self, connection: "Connection") -> None:
        self._free.append(connection)

    def answered(self, connection: "Connection", due: float, status: str) -> None:
        now = time.perf_counter()
        self._open -= 1
        self.times.append((now - due) * 1000)
        self.statuses[status] += 1
        self.free(connection)
        if self._rate is None and now < self._ends:
            self._ask_next()
        self._send()
        self._see_whether_done()

    def _ask_next(self) -> None:
        self._waiting.append((time.perf_counter(), next(self._requests)))
        self._send()

    def _send(self) -> None:
        while self._waiting and self._free:
            self._open += 1
            self._free.pop().ask(*self._waiting.popleft())

    def _see_whether_done(self) -> None:
        if not self._open and not self._waiting and time.perf_counter() >= self._ends and not self.done.done():
            self.done.set_result(None)


class Connection(AnsweredConnection):
    """Sends a request and takes its whole answer."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self._run = run

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._run.free(self)

    def ask(self, due: float, request: bytes) -> None:
        self._due = due
        self.transport.write(request)

    def answered(self, status: str) -> None:
        self._run.answered(self, self._due, status)


async def pace(port: int, requests: Sequence[bytes], seconds: float, rate: float | None) -> Timed:
    loop, run = asyncio.get_running_loop(), Run(requests, seconds, rate)
    connections: list[Connection] = []
    for _ in range(MOST_CONNECTIONS if rate else 1):
        _, connection = await loop.create_connection(lambda: Connection(run), "127.0.0.1", port)
        connections.append(connection)
    run.begin()
    async with asyncio.timeout(seconds + PATIENCE):
        await run.done
    for connection in connections:
        connection.transport.close()
    return Timed(sorted(run.times), dict(run.statuses))


def main() -> None:
    port = int(sys.argv[1])
    gc.disable()  # its pauses would be taken for the server's
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        for line in sys.stdin:
            given: dict[str, Any] = json.loads(line)
            requests = [request.encode("latin-1") for request in given["requests"]]
            timed = runner.run(pace(port, requests, given["seconds"], given["rate"]))
            print(json.dumps(vars(timed)), flush=True)


if __name__ == "__main__":
    main()
