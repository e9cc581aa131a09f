"""One request and its answer over a connection to checked addresses. Imported with the first fetch: its libraries take
a tenth of a process's start, and many processes never fetch."""

import ssl
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import anyio
import httpcore2
import httpx2

from showground.core.fetch.answer import read_answer
from showground.core.fetch.checked_connection import CheckedAddresses
from showground.core.fetch.page import FetchResponse
from showground.core.fetch.wire_limits import Wire

from .target import IpAddress, Target


def make_tls(ca_file: Path | None) -> ssl.SSLContext:
    """Trusts the system's certificates, and those of the file."""
    tls = httpx2.create_ssl_context(trust_env=False)
    if ca_file:
        tls.load_verify_locations(ca_file)
    return tls


async def exchange(
    method: str,
    target: Target,
    addresses: list[IpAddress],
    tls: ssl.SSLContext,
    *,
    connected: Callable[[], None] | None,
    headers: Mapping[str, str],
    content: bytes,
    accept: Sequence[str],
    max_bytes: int,
    errors: bool,
) -> FetchResponse:
    """Send a request to the first of the addresses that can be reached, and read the answer within limits.

    `connected` is called once the connection is there.
    """
    scheme, host, path = target.scheme.encode(), target.host.encode(), target.path.encode()
    request = httpcore2.Request(
        method,
        httpcore2.URL(scheme=scheme, host=host, port=target.port, target=path),
        headers=list(headers.items()),
        content=content,
    )
    wire = Wire(max_bytes)
    connection = httpcore2.AsyncHTTPConnection(
        httpcore2.Origin(scheme, host, target.port),
        ssl_context=tls,
        network_backend=CheckedAddresses(addresses, wire, connected),
    )
    try:
        response = await connection.handle_async_request(request)
        wire.begin_body()
        return await read_answer(target, response, accept, max_bytes, errors=errors)
    finally:
        with anyio.CancelScope(shield=True):
            await connection.aclose()
