"""The first code every request meets: it assigns an id and finds the client's address, and answers from the cache.

If the cache has the bytes of a GET request, the whole answer is: one dictionary lookup, one rate-limit count, one
write. The application is not called. For example, `GET /listings/tidewater` from a visitor without cookies is answered
here until the listing changes; with a session cookie, the same request goes to the application.
"""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from itertools import count
from time import perf_counter
from typing import Protocol

from showground.core.cache import HORIZON, Cache, CachedAnswer, Headers, Variant
from showground.core.calls.errors import BodyTooSlow
from showground.core.calls.rate_limits import Allowance, Counters, Limit, MemoryCounters, network_of
from showground.core.languages import Languages
from showground.core.logs import REQUEST_ID
from showground.surfaces.asgi import (
    ARRIVAL,
    LOGGED_PATH,
    NO_PAGE,
    OPERATION,
    SEND_WHOLE,
    App,
    Arrival,
    Message,
    Receive,
    Scope,
    Send,
    header,
    joined_header,
)
from showground.surfaces.conditional_get import send_variant, variant_for
from showground.surfaces.fastpath.send import send_whole
from showground.surfaces.visitor_language import cached_path, has_other_cookies, language_of

Network = IPv4Network | IPv6Network
BODY_SECONDS = 20.0
TOO_LARGE = 413
MAX_DROPPED, DROP_SECONDS = 8_000_000, 1.0  # of a body that is too large
Read = Callable[[str, str, str, float], object]


class View(Protocol):
    def __call__(
        self, listing: str, visitor: str, agent: str, at: float, *, referrer: str = "", country: str | None = None
    ) -> object: ...


HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")
NO_COUNTRY = ("XX", "T1", "ZZ")  # proxies use these for "unknown" and for Tor
MAPPED = "::ffff:"  # prefix of IPv4 addresses on a socket for IPv4 and IPv6


# One request, for the log and metrics: time, method, path, status, request id, seconds, operation, client's address. A
# plain tuple, because it is faster to create than a named one, and cheaper for the garbage collector.
Line = tuple[float, str, str, int, str, float, str, str]


class Edge:
    """The outermost application: the hot path of the whole service."""

    def __init__(
        self,
        app: App,
        *,
        cache: Cache,
        clock: Callable[[], float],
        counters: Counters | None,
        anonymous: Limit,
        trusted_proxies: Sequence[Network],
        view: View,
        read: Read,
        note: Callable[[Line], None],
        country_header: str | None = None,
        https: bool = False,
        body_seconds: float = BODY_SECONDS,
        fast_send: bool = True,
        languages: Languages | None = None,
    ) -> None:
        """`languages`: of pages, if there are several."""
        self._app = app
        self._kept = cache.answers
        self._clock = clock
        self._counters = counters
        self._anonymous = anonymous
        self._take = counters.taker(anonymous) if isinstance(counters, MemoryCounters) else None
        self._trusted = trusted_proxies
        self._country_header = country_header.lower().encode() if country_header else None
        self._view = view
        self._read = read
        self._note = note
        self._https = https
        self._send = send_whole if fast_send else send_variant
        self._body_seconds = body_seconds
        self._languages = languages
        self._run = os.urandom(5).hex()
        self._number = count(1)
        self.asked = 0  # requests answered by the application; the others were answered from the cache

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, at = perf_counter(), self._clock()
        request_id = f"{self._run}{next(self._number):08x}"
        address = self._address_of(scope)
        kept = self._kept.get((scope["path"], scope["query_string"]))
        if self._languages is not None and (kept is None or kept.page):
            kept = self._find_page(self._languages, scope)
        if kept is not None and scope["method"] == "GET" and b"%" not in scope.get("raw_path", b""):
            sent = dict(scope["headers"])
            if at < kept.until < at + HORIZON and (
                may_use_cached_page(scope, sent, self._languages) if kept.page else b"authorization" not in sent
            ):
                limits = self._take(address, at) if self._take else await self._count(address, at)
                if limits is not None:
                    limits.append((b"x-request-id", request_id.encode()))
                    if self._https:
                        limits.append(HTTPS_ONLY)
                    variant = variant_for(scope, sent, kept)
                    await self._send(send, variant, limits)
                    if kept.viewed:
                        self._count_view(kept, scope, sent, address, at)
                    seconds, path = perf_counter() - began, scope["path"]
                    self._note((at, "GET", path, variant.status, request_id, seconds, kept.operation, address))
                    return
        agent = header(scope, b"user-agent") or ""
        arrival = Arrival(request_id, datetime.fromtimestamp(at, UTC), address, self._country_of(scope), agent)
        await self._ask(scope, receive, send, arrival, began)

    def _find_page(self, languages: Languages, scope: Scope) -> CachedAnswer | None:
        """The page in the visitor's language."""
        path = cached_path(languages, language_of(languages, scope["headers"]), scope["path"])
        return self._kept.get((path, scope["query_string"]))

    def _count_view(
        self, kept: CachedAnswer, scope: Scope, sent: Mapping[bytes, bytes], address: str, at: float
    ) -> None:
        agent = sent.get(b"user-agent", b"").decode("latin-1")
        if not kept.page:
            self._read(kept.viewed, "rest", agent, at)
            return
        referrer = sent.get(b"referer", b"").decode("latin-1")
        self._view(kept.viewed, address, agent, at, referrer=referrer, country=self._country_of(scope))

    async def _count(self, address: str, at: float) -> Headers | None:
        """The RateLimit headers; None if the limit is exceeded, and then the application sends the 429."""
        if self._counters is None:
            return []
        used = await self._counters.hit(self._anonymous, network_of(address), at)
        return Allowance([used]).headers() if used.used <= used.limit.quota else None

    async def _ask(self, scope: Scope, receive: Receive, send: Send, arrival: Arrival, began: float) -> None:
        """Call the application. Add the request's id, and headers that keep browsers from treating other answers as
        pages."""
        status = 0
        added = [(b"x-request-id", arrival.request_id.encode()), *([HTTPS_ONLY] if self._https else ())]
        REQUEST_ID.set(arrival.request_id)
        scope[ARRIVAL] = arrival

        in_time = within(self._body_seconds, receive)
        arrived = False

        async def receive_body() -> Message:
            nonlocal arrived
            message = await in_time()
            arrived = not message.get("more_body", False)
            return message

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if status == TOO_LARGE and not arrived and header(scope, b"expect") is None:
                    await drop_rest(receive)
                headers: Headers = message["headers"]
                own = {name for name, _ in headers}
                message["headers"] = [*headers, *added, *(pair for pair in NO_PAGE if pair[0] not in own)]
            await send(message)

        async def send_answer(variant: Variant, more: Headers) -> None:
            nonlocal status
            status = variant.status
            await self._send(send, variant, more + added)

        scope[SEND_WHOLE] = send_answer
        try:
            await self._app(scope, receive_body, send_with_id)
        finally:
            self.asked += 1
            seconds, operation = perf_counter() - began, scope.get(OPERATION, "")
            at, path = arrival.now.timestamp(), scope.get(LOGGED_PATH) or scope["path"]
            request_id, address = arrival.request_id, arrival.address
            self._note((at, scope["method"], path, status, request_id, seconds, operation, address))

    def _address_of(self, scope: Scope) -> str:
        """The client's address. Behind our own proxies, it is the last address in X-Forwarded-For that is not ours.

        For example, with trusted proxies in 10.0.0.0/8: a request from 10.0.0.5 with `X-Forwarded-For: 1.2.3.4,
        203.0.113.9, 10.0.0.7` comes from 203.0.113.9. 10.0.0.7 is our proxy, and 1.2.3.4 was sent by the client, who
        can write anything there.
        """
        client = scope["client"]
        address: str = client[0].removeprefix(MAPPED) if client else ""
        if not self._trusted or not self._is_ours(_read_address(address)):
            return address
        for hop in reversed(joined_header(scope, b"x-forwarded-for").split(",")):
            ip = _read_address(hop.strip().removeprefix(MAPPED))
            if ip is None:
                break  # our proxies would not write this
            address = str(ip)
            if not self._is_ours(ip):
                break
        return address

    def _country_of(self, scope: Scope) -> str | None:
        """The country from the configured header, if one of our proxies sent it; ignored from anyone else."""
        if self._country_header is None or not scope["client"]:
            return None
        if not self._is_ours(_read_address(scope["client"][0].removeprefix(MAPPED))):
            return None
        code = (header(scope, self._country_header) or "").upper()
        return code if len(code) == 2 and code.isascii() and code.isalpha() and code not in NO_COUNTRY else None

    def _is_ours(self, ip: IPv4Address | IPv6Address | None) -> bool:
        return ip is not None and any(ip in network for network in self._trusted)


def within(seconds: float, receive: Receive) -> Receive:
    """Wrap `receive` so that the whole body must arrive in this time. Later calls, which wait for the client to
    disconnect, have no limit."""
    ends: float | None = None
    whole = False

    async def receive_in_time() -> Message:
        nonlocal ends, whole
        if whole:
            return await receive()
        ends = ends or asyncio.get_running_loop().time() + seconds
        try:
            async with asyncio.timeout_at(ends):
                message = await receive()
        except TimeoutError:
            raise BodyTooSlow from None
        whole = not message.get("more_body", False)
        return message

    return receive_in_time


async def drop_rest(receive: Receive) -> None:
    """Read on for a moment. A proxy that still sends when the connection ends loses the answer, and says 502."""
    left = MAX_DROPPED
    with suppress(TimeoutError):
        async with asyncio.timeout(DROP_SECONDS):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if not message.get("more_body", False):
                    return


def may_use_cached_page(scope: Scope, sent: Mapping[bytes, bytes], languages: Languages | None) -> bool:
    """Whether a cached page fits this request: no cookie but the choice of a language (so not signed in), and no
    preference for Markdown. `sent`: the headers, by name; `languages`: of pages, if there are several."""
    if b"cookie" in sent and (languages is None or has_other_cookies(languages, scope["headers"])):
        return False
    return b"markdown" not in sent.get(b"accept", b"").lower()


def _read_address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None
