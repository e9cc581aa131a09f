"""How long a client may take to say what it wants: half a request holds a connection only for so long."""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 20.0
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Patience(HttpToolsProtocol):
    """The server's protocol, which by itself waits for ever for the rest of a request's head."""

    _waits: asyncio.TimerHandle | None = None
    _half: bool = False

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)
        self._waits = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.cycle or self.cycle.response_complete:  # what came has begun no request yet
            self._half = True
            if self._waits is None:
                self._waits = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def on_headers_complete(self) -> None:
        self._forget()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def _forget(self) -> None:
        self._half = False
        if self._waits is not None:
            self._waits.cancel()
            self._waits = None

    def _give_up(self) -> None:
        self._waits = None
        if self._half:
            self.transport.write(TOO_SLOW)
        self.transport.close()
