"""One connection of a client: what uvicorn does with it, within limits of time, size and number."""

import logging
import os
from asyncio import Protocol, TimerHandle, Transport
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from showground.core.calls.errors import ApiError, HeadTooLarge, HeadTooSlow, NotHttp, Unavailable
from showground.core.languages import EnglishText
from showground.surfaces.asgi import problem_headers, problem_of

STOPPING = "showground.stopping"  # key in the state of the lifespan: what to call when the server begins to stop

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limits:
    """What one client may use up."""

    head_seconds: float = 10.0  # for all of a request's head, from its first byte; for the first one, from the greeting
    head_bytes: int = 32_768  # of a request's address and headers
    write_seconds: float = 30.0  # in which a client has to take `write_bytes`, or all that is left for it
    write_bytes: int = 30_000
    linger_seconds: float = 2.0  # that a refused client may go on sending, so that it reads why
    connections: int = 2_000  # of one process
    requests: int = 500  # of one process, at work at once


class ClientConnection(HttpToolsProtocol):
    """A client that sends or reads too slowly, or too much, is let go of; others find room.

    Times are kept by timers that in the usual case, a head that comes in one piece, are set once a connection.
    """

    limits: ClassVar[Limits] = Limits()

    _refusal: ApiError | None = None
    _head_timer: TimerHandle | None = None
    _write_timer: TimerHandle | None = None
    _head_bytes = 0  # of a head that is not whole yet
    _piece_bytes = 0  # of what is being read
    _unsent = 0  # bytes that the client had not taken when it was last looked at
    since = 0.0

    @property
    def is_new(self) -> bool:
        """Whether there has been no request yet."""
        return cast("Any", self.cycle) is None  # its type does not say so

    @property
    def is_idle(self) -> bool:
        """Whether there is no request to answer, though perhaps a part of one."""
        return self.is_new or self.cycle.response_complete

    @property
    def _is_within_head(self) -> bool:
        return self.is_new or self.scope is not self.cycle.scope

    def connection_made(self, transport: Transport) -> None:
        super().connection_made(transport)
        self.since = self.loop.time()
        self._head_timer = self.loop.call_later(self.limits.head_seconds, self._end_wait)
        if len(self.connections) > self.limits.connections and not make_room(self.connections, self):
            self._refuse(Unavailable(EnglishText("Too many connections right now. Try again in a few seconds.")))

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        for timer in (self._head_timer, self._write_timer):
            if timer is not None:
                timer.cancel()

    def shutdown(self) -> None:
        """The server is stopping: calls that wait for something answer now, before connections are cut."""
        if STOPPING in self.app_state:
            self.app_state[STOPPING]()
        super().shutdown()

    def data_received(self, data: bytes) -> None:
        if self._refusal is not None or self.transport.is_closing():
            return
        self._piece_bytes = len(data)
        super().data_received(data)
        if self._is_within_head:
            self._head_bytes += len(data)
            if self._head_bytes > self.limits.head_bytes:
                self._refuse(HeadTooLarge())
        if self._refusal is not None:
            return
        if not self.is_idle:
            if self._head_timer is not None:
                self._head_timer.cancel()
                self._head_timer = None
        elif self._head_timer is None:
            self._head_timer = self.loop.call_later(self.limits.head_seconds, self._end_wait)

    def on_headers_complete(self) -> None:
        most = self.limits.head_bytes
        if self._head_bytes + self._piece_bytes > most and self._size_of_head() > most:
            self._refuse(HeadTooLarge())
        elif len(self.tasks) >= self.limits.requests:
            self._refuse(Unavailable(EnglishText("Too many requests right now. Try again in a few seconds.")))
        if self._refusal is not None:
            raise self._refusal  # to the parser, which reads no further
        self._head_bytes = 0
        super().on_headers_complete()

    def _size_of_head(self) -> int:
        return len(self.url) + sum([len(name) + len(value) + 4 for name, value in self.headers])

    def _end_wait(self) -> None:
        """The time for a head is over. Who has sent nothing of one is let go of without a word."""
        self._head_timer = None
        if self._head_bytes:
            self._refuse(HeadTooSlow())
        else:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - the failure's sentence says it
        self._refuse(NotHttp())

    def _refuse(self, failure: ApiError) -> None:
        """Say so, and close once the client has had time to read it: who is sending still would miss it otherwise."""
        if self._refusal is not None or self.transport.is_closing():
            return
        self._refusal = failure
        if not self.is_idle:
            if self._is_within_head or self.cycle.response_started:  # the next answer belongs to an earlier request
                self.transport.close()
                return
            self.cycle.disconnected = True  # whoever is at work on this one need not answer
            self.cycle.message_event.set()
        request_id = os.urandom(9).hex()  # it comes before the edge, which numbers requests
        log.info("request %s was refused: %s", request_id, failure.code)
        body = problem_of(failure, request_id)
        headers = [
            *problem_headers(failure),
            (b"content-length", b"%d" % len(body)),
            (b"x-request-id", request_id.encode()),
            (b"connection", b"close"),
        ]
        lines = [b"%b: %b\r\n" % pair for pair in headers]
        self.transport.write(b"".join([STATUS_LINE[failure.status], *lines, b"\r\n", body]))
        self.transport.write_eof()
        if self._head_timer is not None:
            self._head_timer.cancel()
        self._head_timer = self.loop.call_later(self.limits.linger_seconds, self.transport.abort)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._watch()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._watch()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._watch()

    def _watch(self) -> None:
        """From now on, see to it that the client takes what it is sent."""
        if self._write_timer is not None:
            self._write_timer.cancel()
        self._unsent = self.transport.get_write_buffer_size()
        self._write_timer = self.loop.call_later(self.limits.write_seconds, self._look) if self._unsent else None

    def _look(self) -> None:
        left = self.transport.get_write_buffer_size()
        if left and self._unsent - left < self.limits.write_bytes:
            self.transport.abort()
        else:
            self._watch()


def make_room(connections: Iterable[Protocol], newest: ClientConnection) -> bool:
    """Let go of the connections that have waited longest with no request: first of those that never sent one."""
    idle = [one for one in connections if isinstance(one, ClientConnection) and one is not newest and one.is_idle]
    idle.sort(key=lambda one: (not one.is_new, one.since))
    for one in idle[: len(idle) // 20 + 1]:  # some more than one, so that this is not done again for the next
        one.transport.abort()
    return bool(idle)
