"""What holds for listings: pure, no database."""

import re
from collections.abc import Iterable
from functools import cache
from ipaddress import ip_address
from itertools import count
from typing import TYPE_CHECKING

import idna

from showground.catalog.countries import COUNTRIES
from showground.catalog.search.folding import fold

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

LONGEST_SLUG = 200  # leaves room for a number that tells namesakes apart
MOST_NEAR = 8


def slugify(text: str) -> str:
    """Small letters and digits, with hyphens between words: `Free Trial` is `free-trial`."""
    return "-".join(re.findall(r"[a-z0-9]+", fold(text)))


def domain_of(address: str) -> str:
    """What a listing is known by: the registrable domain of an address or of a bare host.

    Somebody's own place on a shared host, such as `user.github.io`, is a domain of its own; a host that is given by
    its number is that number.
    """
    host = ascii_host(address)
    try:
        return str(ip_address(host))
    except ValueError:
        return _suffixes().privatesuffix(host) or host if host.isascii() else host


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


def slug_base(name: str, domain: str) -> str:
    """What a listing's slug begins with: its name, or where that has no letters for one, its domain."""
    return (slugify(name) or slugify(domain))[:LONGEST_SLUG].strip("-")


def number_slug(base: str, taken: Iterable[str]) -> str:
    """A slug, or the first of it with 2, 3 and so on behind it that nobody has."""
    known = set(taken)
    return next(slug for n in count(1) if (slug := base if n == 1 else f"{base}-{n}") not in known)


def is_country(code: str) -> bool:
    """Whether a two-letter code is a country or territory of ISO 3166."""
    return code.upper() in COUNTRIES


def judge_country(code: str) -> str | None:
    """What is wrong with a two-letter code that is no country or territory of ISO 3166, and which are like it."""
    if is_country(code):
        return None
    asked = code.upper()
    known = "GB" if asked == "UK" else asked[::-1]
    near = [known] if known in COUNTRIES else sorted(c for c in COUNTRIES if c[0] == asked[0])
    hint = f"Did you mean {' or '.join(near[:MOST_NEAR])}?" if near else ""  # no code begins with X
    return f"{code} is no ISO 3166 country code. {hint}".strip()
