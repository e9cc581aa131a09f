"""Ports that nobody listens on."""

import socket
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def closed_port(host: str = "127.0.0.1") -> Generator[int]:
    """A port that refuses connections and that nobody else is given, for the time of this block."""
    with socket.socket() as held:
        held.bind((host, 0))
        yield held.getsockname()[1]
