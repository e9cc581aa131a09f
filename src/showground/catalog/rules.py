"""What holds for listings: pure, no database."""

import re

from showground.catalog.countries import COUNTRIES
from showground.catalog.search.folding import fold


def slugify(text: str) -> str:
    """How stages and pricing models are compared: `Free Trial` is `free-trial`."""
    return "-".join(re.findall(r"[a-z0-9]+", fold(text)))


def host_of(address: str) -> str:
    """The host that an address or a bare domain names, without `www.`: how a listing's domain is looked up."""
    host = re.sub(r"^[a-z][a-z0-9+.-]*://", "", address.strip().lower())
    host = re.split(r"[/?#]", host, maxsplit=1)[0].rpartition("@")[2]
    return re.sub(r":\d*$", "", host).rstrip(".").removeprefix("www.")


def is_country(code: str) -> bool:
    """Whether a two-letter code is a country or territory of ISO 3166."""
    return code.upper() in COUNTRIES
