"""Checks of the site's public address, and of the proxies that requests to it pass."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from pydantic import ValidationError

from showground.core.fetch import Fetcher, FetchFailed, FetchRules
from showground.core.fetch.public_addresses import IPV4_REFUSED, IPV6_UNICAST
from showground.core.secret import Secret
from showground.core.site_probe import ALIVE, HEADER, SeenRequest, SiteProbe
from showground.doctor.brand import find_brand
from showground.doctor.models import CheckResult
from showground.settings import Settings

MAX_PREFIX = {4: 8, 6: 16}  # public networks this wide or wider belong to very many; no proxy needs them


def check_site(settings: Settings) -> Iterator[CheckResult]:
    answer, seen = _ask_site(settings)
    yield answer
    if settings.env == "production":
        yield from _check_proxies(settings, seen)


def _ask_site(settings: Settings) -> tuple[CheckResult, SeenRequest | None]:
    """Whether the public address leads to this site, as visitors take it: DNS, certificate and proxy included."""
    told = f"{find_brand(settings).name} at {settings.site_url} ({settings.env})"
    # The address is the operator's own, so it may lead into a private network, and to any port.
    everywhere = (ip_network("0.0.0.0/0"), ip_network("::/0"))
    rules = FetchRules(
        user_agent="showground-doctor", allow=everywhere, dns_server=settings.dns_server, ca_file=settings.ca_file
    )
    address = settings.site_url.replace("http://localhost", "http://127.0.0.1")  # DNS servers need not know this name
    key = settings.secret
    headers = {HEADER: SiteProbe(Secret(key.encode)).sign(datetime.now(UTC))} if key else {}
    seen = None
    try:
        url = f"{address}/healthz"
        answer = asyncio.run(Fetcher(rules).get(url, accept=(), max_redirects=0, headers=headers))
        problem = None if answer.body.startswith(ALIVE) else f"{answer.status}, from something else than Showground"
        seen = _read_seen(answer.body)
    except FetchFailed as failure:
        problem = failure.code.replace("_", " ")
    if problem is None:
        return CheckResult("site", fine=True, sentence=f"{told} answers"), seen
    if settings.env != "production":
        return CheckResult("site", fine=True, sentence=f"{told} is not running"), None
    hint = "Start the site, then check SHOWGROUND_SITE_URL, the DNS record, the certificate and the proxy."
    return CheckResult("site", fine=False, sentence=f"{told} can't be reached from here ({problem}). {hint}"), None


def _read_seen(body: bytes) -> SeenRequest | None:
    """None from a site with another secret, or of an earlier version."""
    try:
        return SeenRequest.model_validate_json(body.removeprefix(ALIVE))
    except ValidationError:
        return None


def _check_proxies(settings: Settings, seen: SeenRequest | None) -> Iterator[CheckResult]:
    """Whether the process knows visitors' addresses, and whether visitors can choose them."""
    for network in settings.trusted_proxies:
        if is_too_wide(network):
            told = f"SHOWGROUND_TRUSTED_PROXIES contains {network}, which is far more than your proxies, so visitors"
            hint = "can choose the address that rate limits use. Set it to the addresses of your proxies."
            yield CheckResult("proxy", fine=False, sentence=f"{told} {hint}")
    problem = None if seen is None else find_problem(seen, settings.trusted_proxies)
    if problem is not None:
        yield CheckResult("proxy", fine=False, sentence=problem)
    elif not settings.trusted_proxies:
        told = "SHOWGROUND_TRUSTED_PROXIES is not set, so all visitors share one rate limit. Set it to your proxy's IP."
        yield CheckResult("proxy", fine=False, sentence=told)


def is_too_wide(network: IPv4Network | IPv6Network) -> bool:
    if network.prefixlen > MAX_PREFIX[network.version]:
        return False
    if isinstance(network, IPv4Network):
        return not any(network.subnet_of(block) for block in IPV4_REFUSED)
    return network.overlaps(IPV6_UNICAST)


def find_problem(seen: SeenRequest, trusted: tuple[IPv4Network | IPv6Network, ...]) -> str | None:
    """What is wrong with the way our own request took. We sent no X-Forwarded-For, so its first address is ours, and
    every other one is a proxy's. Header values that proxies should not write are no evidence of anything."""
    peer, taken = _read(seen.peer), _read(seen.address)
    hops = [_read(hop) for hop in seen.forwarded.split(",")]
    if peer is None or taken is None:
        return None
    if not seen.forwarded:
        if not any(peer in network for network in trusted):
            return None
        return (
            f"your proxy at {peer} sends no X-Forwarded-For, so all visitors share one rate limit. Have it send that"
            " header, as deploy/nginx.conf does."
        )
    if None in hops:
        return None
    untrusted = peer if taken == peer != hops[-1] else taken if taken != hops[0] else None
    if untrusted is None:
        return None
    return (
        f"your proxy at {untrusted} is not in SHOWGROUND_TRUSTED_PROXIES, so all its visitors share one rate limit."
        " Add it, and restart the site."
    )


def _read(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(text.strip().removeprefix("::ffff:"))
    except ValueError:
        return None
