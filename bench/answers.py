"""Reads answers from a connection: where each of them ends, and with which status it began."""

import asyncio
from typing import cast

LENGTH = b"\r\ncontent-length:"


class AnsweredConnection(asyncio.Protocol):
    """A connection on which one request waits for its whole answer."""

    def __init__(self) -> None:
        self._head = b""
        self._left = 0  # bytes that are missing of the present answer's body
        self._status = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        if self._left:
            self._left -= len(data)
        else:
            self._head += data
            end = self._head.find(b"\r\n\r\n")
            if end < 0:
                return
            self._left = end + 4 + length_of(self._head[:end]) - len(self._head)
            self._status = self._head[9:12].decode()
            self._head = b""
        if self._left == 0:
            self.answered(self._status)

    def answered(self, status: str) -> None:
        """The answer is here, to its last byte."""
        raise NotImplementedError


def length_of(head: bytes) -> int:
    start = head.lower().find(LENGTH)
    if start < 0:
        raise ValueError(f"An answer without Content-Length: {head[:200]!r}")
    return int(head[start + len(LENGTH) :].partition(b"\r\n")[0])
