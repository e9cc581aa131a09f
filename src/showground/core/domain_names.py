"""Hosts and registrable domains of web addresses."""

import hashlib
import re
from functools import cache
from ipaddress import ip_address
from typing import TYPE_CHECKING

import idna

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList


def domain_of(address: str) -> str:
    """The domain that identifies a listing: the registrable domain of an address or of a bare host.

    A site on a shared host, such as `user.github.io`, counts as a domain. For an IP address, it is the address.
    """
    host = ascii_host(address)
    try:
        return str(ip_address(host))
    except ValueError:
        return _suffixes().privatesuffix(host) or host if host.isascii() else host


def site_key(url: str) -> str:
    """A hash that tells one website from others: by its domain, and by its port unless that is the usual one.

    It is stored where web addresses are nobody else's business.
    """
    port = re.search(r"^[a-z]+://[^/?#]*:(\d+)(?:[/?#]|$)", url.lower())
    other_port = f":{port[1]}" if port and port[1] not in ("80", "443") else ""
    return hashlib.sha256((domain_of(url) + other_port).encode()).hexdigest()[:16]


def ascii_host(address: str) -> str:
    """The host that an address, a mail address or a bare host names, as DNS writes it."""
    host = host_of(address)
    try:
        return host if host.isascii() else idna.encode(host, uts46=True).decode()
    except idna.IDNAError:
        return host


def host_of(address: str) -> str:
    """The host that an address or a bare host names."""
    host = re.sub(r"^[a-z][a-z0-9+.-]*://", "", address.strip().lower())
    host = re.split(r"[/?#]", host, maxsplit=1)[0].rpartition("@")[2]
    bracketed = re.match(r"\[([0-9a-f:.]+)\]", host)
    return bracketed[1] if bracketed else re.sub(r":\d*$", "", host).rstrip(".")


@cache
def _suffixes() -> "PublicSuffixList":
    from publicsuffixlist import PublicSuffixList  # noqa: PLC0415 - reads its list, which takes a moment

    return PublicSuffixList()
