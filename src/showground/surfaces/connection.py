"""One client connection: uvicorn's protocol, with limits on time, size and number."""

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
    """Limits for one client."""

    head_seconds: float = 10.0  # for a whole request head, from its first byte; for the first request, from connecting
    head_bytes: int = 32_768  # of a request's target and headers
    write_seconds: float = 30.0  # in which a client must read `write_bytes`, or all that is left
    write_bytes: int = 30_000
    linger_seconds: float = 2.0  # that a refused client may still send, so that it gets to read why
    connections: int = 2_000  # of one process
    requests: int = 500  # per process, being handled at once


class ClientConnection(HttpToolsProtocol):
    """Disconnects clients that send or read too slowly or too much, to make room for others.

    In the usual case, a head that arrives in one piece, a timer is set only once per connection.
    """

    limits: ClassVar[Limits] = Limits()

    _refusal: ApiError | None = None
    _head_timer: TimerHandle | None = None
    _write_timer: TimerHandle | None = None
    _head_bytes = 0  # of an incomplete head
    _piece_bytes = 0  # of what is being read
    _unsent = 0  # bytes that the client had not read at the last check
    since = 0.0

    @property
    def is_new(self) -> bool:
        """Whether there has been no request yet."""
        return cast("Any", self.cycle) is None  # its type does not say so

    @property
    def is_idle(self) -> bool:
        """Whether there is no complete request to answer."""
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
        """The server is stopping: have calls that wait for something answer now, before connections are closed."""
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
            raise self._refusal  # to the parser, so that it reads no further
        self._head_bytes = 0
        super().on_headers_complete()

    def _size_of_head(self) -> int:
        return len(self.url) + sum([len(name) + len(value) + 4 for name, value in self.headers])

    def _end_wait(self) -> None:
        """The time for a head is over. A client that has sent nothing is disconnected without an answer."""
        self._head_timer = None
        if self._head_bytes:
            self._refuse(HeadTooSlow())
        else:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - the failure's sentence says it
        self._refuse(NotHttp())

    def _refuse(self, failure: ApiError) -> None:
        """Answer, and close once the client has had time to read it: one that is still sending would miss it."""
        if self._refusal is not None or self.transport.is_closing():
            return
        self._refusal = failure
        if not self.is_idle:
            if self._is_within_head or self.cycle.response_started:  # the next answer belongs to an earlier request
                self.transport.close()
                return
            self.cycle.disconnected = True  # the handler of this one need not answer
            self.cycle.message_event.set()
        request_id = os.urandom(9).hex()  # request ids are only assigned later, by the edge
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
        """From now on, check that the client reads what it is sent."""
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
    """Close the connections that have been idle longest, first those that never sent a request."""
    idle = [one for one in connections if isinstance(one, ClientConnection) and one is not newest and one.is_idle]
    idle.sort(key=lambda one: (not one.is_new, one.since))
    for one in idle[: len(idle) // 20 + 1]:  # several at once, so that this is not repeated for the next connection
        one.transport.abort()
    return bool(idle)
