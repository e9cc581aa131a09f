"""Connects to addresses that were checked, and turns what the network libraries raise into our errors."""

import ssl
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import cast

import anyio
import httpcore2

from showground.core.fetch.errors import BadAnswer, FetchFailed, NotReachable, TimedOut, TlsFailed
from showground.core.fetch.wire_limits import CountedStream, Wire

from .target import IpAddress

# A name may resolve to hundreds of addresses that never answer.
MAX_ADDRESSES_TRIED = 4


class CheckedAddresses(httpcore2.AsyncNetworkBackend):
    """Connects to the addresses that were checked, whatever the name resolves to by now."""

    def __init__(self, addresses: list[IpAddress], wire: Wire, connected: Callable[[], None] | None = None) -> None:
        self._wire = wire
        self._connected = connected
        self._addresses = addresses[:MAX_ADDRESSES_TRIED]
        # The library declares this class twice, for machines without anyio, which confuses the type checker.
        self._network = cast("httpcore2.AsyncNetworkBackend", httpcore2.AnyIOBackend())

    async def connect_tcp(
        self,
        host: str,  # noqa: ARG002  the library names the arguments
        port: int,
        timeout: float | None = None,  # noqa: ARG002, ASYNC109
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        for tried, ip in enumerate(self._addresses):
            # An address that never answers must not use up the time of the others.
            left = anyio.current_effective_deadline() - anyio.current_time()
            share = left / (len(self._addresses) - tried)
            try:
                stream = await self._network.connect_tcp(str(ip), port, share, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                continue
            if self._connected is not None:
                self._connected()
            return CountedStream(stream, self._wire)
        raise NotReachable


@contextmanager
def failing_at(url: str) -> Generator[None]:
    """Turn what the network libraries raise into our errors, with the address."""
    try:
        yield
    except FetchFailed as failure:
        failure.url = failure.url or url
        raise
    except (TimeoutError, httpcore2.TimeoutException) as error:
        raise TimedOut(url) from error
    # `connect_tcp` raises NotReachable, so any other ConnectError comes from the TLS handshake.
    except (ssl.SSLError, httpcore2.ConnectError) as error:
        raise TlsFailed(url) from error
    except httpcore2.ProtocolError as error:
        raise BadAnswer(url) from error
    except (httpcore2.NetworkError, OSError) as error:
        raise NotReachable(url) from error
