"""Calling a function in the sandbox."""

import asyncio
import logging
import math
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TypeVar

from anyio.lowlevel import RunVar
from pydantic import BaseModel, ValidationError

from showground.core.sandbox.declare import Sandboxed
from showground.core.sandbox.errors import SandboxError, SandboxKilled, SandboxStarved, TemplateLost
from showground.core.sandbox.messages import MAX_RESULT_BYTES, RESULT, SandboxCall, Verdict, dump

from .client import client
from .slots import Slots

I = TypeVar("I", bound=BaseModel)  # noqa: E741
O = TypeVar("O", bound=BaseModel)  # noqa: E741

START_SECONDS = 60.0  # for the template to load what a function needs
CHUNK = 1 << 18

log = logging.getLogger(__name__)
_slots: RunVar[Slots] = RunVar("slots of the sandbox")


@dataclass
class CpuBudget:
    """Seconds of CPU time that several calls on behalf of the same owner share."""

    owner: str
    left: float

    async def run(self, function: Sandboxed[I, O], asked: I) -> O:
        """As `run`; raises SandboxKilled also once the budget is used up."""
        return await _run(function, asked, self)


async def run(function: Sandboxed[I, O], asked: I, *, owner: str) -> O:
    """Run a function in a new child process and return its result.

    `owner`: on whose behalf; owners take turns. Raises SandboxKilled if a limit stopped the child.
    """
    return await _run(function, asked, CpuBudget(owner, function.cpu_seconds))


async def _run(function: Sandboxed[I, O], asked: I, budget: CpuBudget) -> O:
    document = dump(asked)
    async with _queue().taken(budget.owner):
        cpu_seconds = min(function.cpu_seconds, math.ceil(budget.left))
        if cpu_seconds <= 0:
            raise SandboxKilled("cpu")
        call = SandboxCall(function.place, cpu_seconds, function.memory_mb, function.opens_files, function.seconds)
        try:
            answer, verdict = await _call(call, document)
        except TemplateLost:
            answer, verdict = await _call(call, document)
    # The kernel counts by clock ticks for the limit, and may report less: 0.8 s for a child that it stopped after 1.
    budget.left -= max(verdict.cpu, cpu_seconds) if verdict.ended == "cpu" else verdict.cpu
    try:
        return function.output.model_validate_json(_take_result(answer, verdict, cpu_seconds))
    except ValidationError:
        log.warning("%s answered what does not fit its model", function.place)
        raise SandboxKilled("result") from None
    except SandboxKilled as killed:
        log.warning("%s was stopped: %s, after %.1f s of CPU", function.place, killed.limit, verdict.cpu)
        raise


def _queue() -> Slots:
    try:
        return _slots.get()
    except LookupError:
        slots = Slots()
        _slots.set(slots)
        return slots


def _take_result(answer: bytes, verdict: Verdict, cpu_seconds: int) -> bytes:
    if verdict.ended == "not_started":
        raise SandboxError("No child could be started")
    if verdict.ended == "time" and verdict.cpu < cpu_seconds / 2:
        raise SandboxStarved
    if verdict.ended != "done":
        raise SandboxKilled(verdict.ended)
    if not answer.startswith(RESULT):
        raise SandboxError(answer[1:300].decode(errors="replace"))
    return answer[1:]


async def _call(call: SandboxCall, document: bytes) -> tuple[bytes, Verdict]:
    """Send a document to a new child. However this ends, the template kills the child if it still runs."""
    try:
        async with _connected(call) as (connection, end), asyncio.timeout(START_SECONDS + call.seconds):
            return await _exchange(connection, end, document)
    except TimeoutError:
        client.stop()  # the template did not stop the child in time, so the template itself hangs
        raise SandboxError("The template does not answer") from None


async def _exchange(connection: socket.socket, end: socket.socket, document: bytes) -> tuple[bytes, Verdict]:
    loop = asyncio.get_running_loop()
    with suppress(ConnectionError):  # a child that ended early; the verdict says why
        await loop.sock_sendall(connection, document)
        connection.shutdown(socket.SHUT_WR)
    answer = await _receive(loop, connection)
    if len(answer) > MAX_RESULT_BYTES:
        raise SandboxKilled("result")
    if verdict := await _receive(loop, end):
        return answer, Verdict.decode(verdict)
    raise TemplateLost


@asynccontextmanager
async def _connected(call: SandboxCall) -> AsyncGenerator[tuple[socket.socket, socket.socket]]:
    """A socket to a new child, and one on which the template reports how the child ended."""
    connection, theirs = socket.socketpair()
    end, told = socket.socketpair()
    with connection, end:
        with theirs, told:
            client.send(call, theirs, told)
        for ours in (connection, end):
            ours.setblocking(False)
        yield connection, end


async def _receive(loop: asyncio.AbstractEventLoop, connection: socket.socket) -> bytes:
    """Everything sent until the other end closes, or up to a little more than the limit."""
    received = bytearray()
    with suppress(ConnectionError):
        while len(received) <= MAX_RESULT_BYTES and (part := await loop.sock_recv(connection, CHUNK)):
            received += part
    return bytes(received)
