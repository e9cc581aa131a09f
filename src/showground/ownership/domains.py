"""Which site an address belongs to: its registrable domain, so that two users of one host are never taken for one."""

from functools import cache
from ipaddress import ip_address

from publicsuffixlist import PublicSuffixList


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


def registrable(host: str) -> str:
    """The registrable domain of a host: `example.co.uk` of `www.example.co.uk`, `user.github.io` of itself.

    An address by number, and a name that is itself a public suffix, stand for themselves.
    """
    host = host.lower().rstrip(".")
    try:
        return str(ip_address(host.strip("[]")))
    except ValueError:
        return _suffixes().privatesuffix(host) or host


def is_number(host: str) -> bool:
    """Whether a host is an address by number, which has no DNS records and no mail of its own."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
