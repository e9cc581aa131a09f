"""Asking DNS, with an answer or a failure within a bounded time."""

from ipaddress import ip_address

import anyio
import dns.asyncresolver
import dns.exception
import dns.name
import dns.resolver
from dns.rdtypes.ANY.TXT import TXT
from dns.rdtypes.IN.A import A
from dns.rdtypes.IN.AAAA import AAAA

from showground.core.fetch.errors import BadUrl, HostUnknown, LookupFailed

from .target import IpAddress, read_host

SECONDS_PER_LOOKUP = 5.0


class Names:
    """Looks up names at the given server or the system's, without caching."""

    def __init__(self, server: tuple[str, int] | None) -> None:
        self._resolver = resolver_at(server) if server else system_resolver()
        self._resolver.lifetime = SECONDS_PER_LOOKUP

    async def addresses(self, host: str) -> list[IpAddress]:
        """Answer every address of a host, IPv4 and IPv6 in turns."""
        found: dict[str, list[IpAddress]] = {}
        failures: list[dns.exception.DNSException] = []

        async def ask(kind: str) -> None:
            try:
                answer = await self._ask(host, kind)
            except dns.exception.DNSException as error:
                failures.append(error)
            else:
                found[kind] = [ip_address(record.address) for record in answer if isinstance(record, A | AAAA)]

        async with anyio.create_task_group() as both:
            both.start_soon(ask, "A")
            both.start_soon(ask, "AAAA")
        v4, v6 = found.get("A", []), found.get("AAAA", [])
        addresses = sorted([*enumerate(v4), *enumerate(v6)], key=lambda turn: turn[0])
        if not addresses:
            # One kind may fail at a poor name server while the other is answered, so only nothing at all is a failure.
            if all(isinstance(error, dns.resolver.NXDOMAIN) for error in failures):
                raise HostUnknown(host)
            raise LookupFailed(host) from failures[0]
        return [ip for _, ip in addresses]

    async def txt(self, name: str) -> list[str]:
        """Answer the TXT records of a name; none when there is no such name."""
        host, ip = read_host(name, name)
        if ip is not None:
            raise BadUrl(name)
        try:
            answer = await self._ask(host, "TXT")
        except dns.resolver.NXDOMAIN:
            return []
        except dns.exception.DNSException as error:
            raise LookupFailed(name) from error
        return [b"".join(record.strings).decode(errors="replace") for record in answer if isinstance(record, TXT)]

    async def _ask(self, host: str, kind: str) -> dns.resolver.Answer:
        name = dns.name.from_text(host, dns.name.root)
        return await self._resolver.resolve(name, kind, raise_on_no_answer=False, search=False)


def resolver_at(server: tuple[str, int]) -> dns.asyncresolver.Resolver:
    resolver = dns.asyncresolver.Resolver(configure=False)
    resolver.nameservers = [server[0]]
    resolver.port = server[1]
    return resolver


def system_resolver() -> dns.asyncresolver.Resolver:
    try:
        return dns.asyncresolver.Resolver()
    except dns.resolver.NoResolverConfiguration:
        # What resolv.conf(5) says for a machine that names no server; a machine without a network starts all the same.
        return resolver_at(("127.0.0.1", 53))
