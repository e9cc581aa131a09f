"""Fetches an address: look it up, check it, connect to what was checked, read within limits; again per redirect."""

import ssl
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from ipaddress import IPv4Network, IPv6Network
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urljoin

import anyio

from showground.core.fetch.errors import AddressRefused, BadUrl, FetchFailed, PortRefused, TimedOut, TooManyRedirects
from showground.core.fetch.page import FetchResponse
from showground.core.fetch.public_addresses import is_public
from showground.core.tracing import Span, span

from .target import DEFAULT_PORTS, MAX_URL_LENGTH, IpAddress, Target, read_target

if TYPE_CHECKING:
    from showground.core.fetch.dns import Names
    from showground.core.fetch.site_turns import SiteTurns

Wait = Callable[[str], Awaitable[Callable[[], None]]]  # what it returns is called once a connection is open

PAGE_TYPES = ("text/html", "application/xhtml+xml", "text/plain", "application/xml", "text/xml")
REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True)
class FetchRules:
    """What may be fetched, and how."""

    user_agent: str
    allow: tuple[IPv4Network | IPv6Network, ...] = ()
    """Networks that may be reached besides the public internet, at any port."""
    dns_server: tuple[str, int] | None = None
    """Address and port of the DNS resolver. Default: the system's."""
    ca_file: Path | None = None
    """Certificates to trust besides the system's."""


class Fetcher:
    """Fetches addresses from outside. It keeps no connection, cookie or answer, so callers share only the rules."""

    def __init__(
        self, rules: FetchRules, note: Callable[[str], None] = lambda _: None, turns: "SiteTurns | None" = None
    ) -> None:
        """`note` is called with how each fetch ended: `fetched`, or the code of its error.

        `turns` spaces out the visits to each website. Without it, `visit` doesn't wait.
        """
        self._rules = rules
        self._note = note
        self._turns = turns

    @property
    def crawler(self) -> str:
        """Our name in robots.txt."""
        return self._rules.user_agent.partition("/")[0]

    def rename(self, user_agent: str) -> None:
        """Use another User-Agent from now on."""
        self._rules = replace(self._rules, user_agent=user_agent)

    @cached_property
    def _names(self) -> "Names":
        """Created for the first lookup: its library is slow to import, and many processes never fetch."""
        from showground.core.fetch.dns import Names  # noqa: PLC0415

        return Names(self._rules.dns_server)

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        """Created for the first fetch: reading all certificates takes longer than most of a process's start."""
        from showground.core.fetch.exchange import make_tls  # noqa: PLC0415

        return make_tls(self._rules.ca_file)

    async def get(
        self,
        url: str,
        *,
        accept: Sequence[str] = PAGE_TYPES,
        max_bytes: int = 2_000_000,
        seconds: float = 10,
        max_redirects: int = 5,
        headers: Mapping[str, str] | None = None,
        wait: Wait | None = None,
    ) -> FetchResponse:
        """Fetch an address within `seconds` in total, including lookups and redirects.

        `accept`: the allowed content types of the answer (`image/*` for a family; empty for any).
        `headers` are sent until a redirect leaves the origin of `url`.
        `wait` is awaited before each request, also of a redirect. It doesn't count towards `seconds`.
        """
        with self._noted() as opened:
            target = read_target(url)
            opened.note(host=target.host)
            redirects: list[str] = []
            try:
                with anyio.fail_after(seconds) as limit:
                    turn = wait and partial(_wait_beyond, limit, wait)
                    while True:
                        page = await self._ask("GET", target, headers or {}, accept, max_bytes, wait=turn)
                        location = page.headers.get("location")
                        if page.status not in REDIRECTS or location is None:
                            return replace(page, redirects=tuple(redirects))
                        if len(redirects) >= max_redirects:
                            raise TooManyRedirects(target.url)
                        following = follow(target, location)
                        if following.origin != target.origin:
                            headers = None
                        target = following
                        redirects.append(target.url)
            except TimeoutError as error:
                raise TimedOut(target.url) from error

    async def visit(
        self,
        url: str,
        *,
        accept: Sequence[str] = PAGE_TYPES,
        max_bytes: int = 2_000_000,
        seconds: float = 10,
        delay: float = 0.0,
    ) -> FetchResponse:
        """Fetch something of somebody's website, when it is our turn there. `delay`: seconds that the site asks for."""
        wait = partial(self._turns.wait, delay=delay) if self._turns else None
        return await self.get(url, accept=accept, max_bytes=max_bytes, seconds=seconds, wait=wait)

    async def post(
        self,
        url: str,
        form: Mapping[str, str],
        *,
        accept: Sequence[str],
        max_bytes: int,
        seconds: float = 10,
    ) -> FetchResponse:
        """Send a form within `seconds` in total. Redirects are returned, not followed."""
        headers = {"content-type": "application/x-www-form-urlencoded"}
        return await self.send(url, urlencode(form).encode(), headers, accept, max_bytes=max_bytes, seconds=seconds)

    async def send(
        self,
        url: str,
        content: bytes,
        headers: Mapping[str, str],
        accept: Sequence[str] = (),
        *,
        max_bytes: int = 100_000,
        seconds: float = 10,
    ) -> FetchResponse:
        """Post a body; its type is in the headers. Redirects are returned, not followed."""
        with self._noted() as opened:
            target = read_target(url)
            opened.note(host=target.host)
            headers = {**headers, "content-length": str(len(content))}
            try:
                with anyio.fail_after(seconds):
                    return await self._ask("POST", target, headers, accept, max_bytes, content)
            except TimeoutError as error:
                raise TimedOut(target.url) from error

    async def request(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        content: bytes,
        *,
        max_bytes: int,
        seconds: float,
    ) -> FetchResponse:
        """Send a request of any method and return any answer, including the body of an error."""
        with self._noted() as opened:
            target = read_target(url)
            opened.note(host=target.host)
            sent = {**headers, "content-length": str(len(content))} if content or method in ("PUT", "POST") else headers
            try:
                with anyio.fail_after(seconds):
                    return await self._ask(method, target, sent, (), max_bytes, content, errors=True)
            except TimeoutError as error:
                raise TimedOut(target.url) from error

    def check(self, url: str) -> str:
        """The canonical form of an address. Raises if it would be refused, as far as that is known without a lookup."""
        target = read_target(url)
        if target.ip:
            self._check_addresses(target, [target.ip])
        elif target.port not in DEFAULT_PORTS.values() and not self._rules.allow:
            raise PortRefused(url)
        elif "." not in target.host and not self._rules.allow:  # no public website has such a name
            raise BadUrl(url)
        return target.url

    async def txt(self, name: str) -> list[str]:
        """The TXT records of a name, each as one text; none if the name does not exist."""
        return await self._names.txt(name)

    @contextmanager
    def _noted(self) -> Generator[Span]:
        try:
            with span("fetch") as opened:
                yield opened
        except FetchFailed as failure:
            self._note(failure.code)
            raise
        self._note("fetched")

    async def _ask(
        self,
        method: str,
        target: Target,
        given: Mapping[str, str],
        accept: Sequence[str],
        max_bytes: int,
        content: bytes = b"",
        *,
        errors: bool = False,
        wait: Wait | None = None,
    ) -> FetchResponse:
        from showground.core.fetch.checked_connection import failing_at  # noqa: PLC0415 - as below
        from showground.core.fetch.exchange import exchange  # noqa: PLC0415 - see there

        with failing_at(target.url):
            addresses = await self._checked_addresses(target)
            connected = wait and await wait(target.url)  # after the lookup: a slow one would delay the request
            return await exchange(
                method,
                target,
                addresses,
                self._tls,
                connected=connected,
                headers=self._request_headers(target, given, accept),
                content=content,
                accept=accept,
                max_bytes=max_bytes,
                errors=errors,
            )

    async def _checked_addresses(self, target: Target) -> list[IpAddress]:
        """The addresses of a target, after checking all of them."""
        if target.port not in DEFAULT_PORTS.values() and not self._rules.allow:
            raise PortRefused
        addresses = [target.ip] if target.ip else await self._names.addresses(target.host)
        self._check_addresses(target, addresses)
        return addresses

    def _check_addresses(self, target: Target, addresses: Sequence[IpAddress]) -> None:
        usual_port = target.port in DEFAULT_PORTS.values()
        beyond = [ip for ip in addresses if not any(ip in network for network in self._rules.allow)]
        # One forbidden address refuses the name: DNS rebinding mixes allowed and forbidden ones.
        if not all(is_public(ip) for ip in beyond):
            raise AddressRefused
        if beyond and not usual_port:
            raise PortRefused

    def _request_headers(self, target: Target, given: Mapping[str, str], accept: Sequence[str]) -> dict[str, str]:
        return {name.lower(): value for name, value in given.items()} | {
            "host": target.authority,
            "user-agent": self._rules.user_agent,
            "accept": ", ".join(accept) or "*/*",
            "accept-encoding": "gzip",
            "connection": "close",
        }


async def _wait_beyond(limit: anyio.CancelScope, wait: Wait, url: str) -> Callable[[], None]:
    """Wait, and move the time limit by as long as it took."""
    left = limit.deadline - anyio.current_time()
    limit.deadline = inf
    connected = await wait(url)
    limit.deadline = anyio.current_time() + left
    return connected


def follow(target: Target, location: str) -> Target:
    if len(location) > MAX_URL_LENGTH:  # joining parses it, which takes time that grows with the square of its length
        raise BadUrl
    # Headers are decoded as Latin-1, but sites that use non-ASCII letters here write UTF-8.
    sent = location.encode("latin-1")
    try:
        return read_target(urljoin(target.url, sent.decode(errors="replace")))
    except ValueError as error:
        raise BadUrl(location) from error
