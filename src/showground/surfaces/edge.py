"""What every request passes first: its id, time and address; and the answer at once where we still hold the bytes."""

import os
from collections.abc import Callable, Sequence
from datetime import datetime
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from itertools import count
from time import perf_counter
from typing import NamedTuple

from showground.core.cache import Cache, Headers, Kept
from showground.core.context import Clock
from showground.core.limits import Allowance, Counters, Limit, MemoryCounters, network_of
from showground.surfaces.asgi import (
    ARRIVAL,
    LOGGED_PATH,
    OPERATION,
    App,
    Arrival,
    Message,
    Receive,
    Scope,
    Send,
    header,
    joined_header,
)
from showground.surfaces.reading import send_kept

Network = IPv4Network | IPv6Network
MAPPED = "::ffff:"  # how a socket for both kinds of addresses writes those of IPv4


class Line(NamedTuple):
    """One request, for log and metrics."""

    at: datetime
    method: str
    path: str
    status: int
    request_id: str
    seconds: float
    operation: str


class Edge:
    """The outermost application: the hot path of the whole service."""

    def __init__(
        self,
        app: App,
        *,
        cache: Cache,
        clock: Clock,
        counters: Counters | None,
        anonymous: Limit,
        trusted_proxies: Sequence[Network],
        note: Callable[[Line], None],
    ) -> None:
        self._app = app
        self._kept = cache.kept
        self._clock = clock
        self._counters = counters
        self._anonymous = anonymous
        self._trusted = trusted_proxies
        self._note = note
        self._run = os.urandom(5).hex()
        self._number = count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, now = perf_counter(), self._clock()
        arrival = Arrival(f"{self._run}{next(self._number):08x}", now, self._address_of(scope))
        at = now.timestamp()
        kept = self._find_kept(scope, at)
        limits = None if kept is None else await self._count(arrival.address, at)
        if kept is None or limits is None:
            await self._ask(scope, receive, send, arrival, began)
            return
        limits.append((b"x-request-id", arrival.request_id.encode()))
        status = await send_kept(scope, send, kept, limits)
        seconds = perf_counter() - began
        self._note(Line(now, "GET", scope["path"], status, arrival.request_id, seconds, kept.operation))

    def _find_kept(self, scope: Scope, at: float) -> Kept | None:
        kept = self._kept.get((scope["path"], scope["query_string"])) if scope["method"] == "GET" else None
        if kept is None or kept.until <= at or header(scope, b"authorization") is not None:
            return None
        return kept

    async def _count(self, address: str, at: float) -> Headers | None:
        """The RateLimit headers; none if the limit is passed: then the long way says so."""
        counters, key = self._counters, network_of(address)
        if counters is None:
            return []
        if isinstance(counters, MemoryCounters):
            return counters.take(self._anonymous, key, at)
        used = await counters.hit(self._anonymous, key, at)
        return Allowance([used]).headers() if used.used <= used.limit.quota else None

    async def _ask(self, scope: Scope, receive: Receive, send: Send, arrival: Arrival, began: float) -> None:
        """Let the application answer; add the request's id."""
        status = 0
        scope[ARRIVAL] = arrival

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", arrival.request_id.encode())]
            await send(message)

        try:
            await self._app(scope, receive, send_with_id)
        finally:
            seconds, operation = perf_counter() - began, scope.get(OPERATION, "")
            path = scope.get(LOGGED_PATH) or scope["path"]
            self._note(Line(arrival.now, scope["method"], path, status, arrival.request_id, seconds, operation))

    def _address_of(self, scope: Scope) -> str:
        """Who is asking: the peer, or behind proxies of ours the last address that none of them has."""
        client = scope["client"]
        address: str = client[0].removeprefix(MAPPED) if client else ""
        if not self._trusted or not self._is_ours(_read_address(address)):
            return address
        for hop in reversed((joined_header(scope, b"x-forwarded-for") or "").split(",")):
            ip = _read_address(hop.strip().removeprefix(MAPPED))
            if ip is None:
                break  # nothing that a proxy of ours would write
            address = str(ip)
            if not self._is_ours(ip):
                break
        return address

    def _is_ours(self, ip: IPv4Address | IPv6Address | None) -> bool:
        return ip is not None and any(ip in network for network in self._trusted)


def _read_address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None
