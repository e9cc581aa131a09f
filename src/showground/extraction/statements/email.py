"""Email addresses in a text."""

import re
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import unquote

from showground.extraction.statements.placeholders import is_stock_mail

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

MAX_ADDRESSES = 50  # in one text; more would only be there to waste our time
ADDRESS = re.compile(r"(?<![\w.+/@-])[a-z0-9][a-z0-9._+-]{0,62}@(?:[a-z0-9-]+\.)+[a-z]{2,24}(?![\w@-])", re.IGNORECASE)
# Mailboxes that are not for product questions.
OTHER_PURPOSE = re.compile(
    r"^(?:privacy|dpo|gdpr|legal|abuse|security|jobs?|careers?|hr|recruiting|press|media|pr|billing|invoices?|accounting|"
    r"dmca|copyright|unsubscribe|postmaster|webmaster|datenschutz|noreply|investors?|ir|partners?|affiliates?|compliance|"
    r"bewerbung|karriere|talent|data-?protection)\b",
    re.IGNORECASE,
)
FIRST = (
    "hello",
    "hi",
    "hey",
    "contact",
    "info",
    "team",
    "kontakt",
    "hallo",
    "hola",
    "bonjour",
    "contacto",
    "support",
    "help",
    "sales",
)


def addresses_in(text: str) -> list[str]:
    """Each once, in the order of the text."""
    if "@" not in text:
        return []
    named = islice(dict.fromkeys(ADDRESS.findall(text)), MAX_ADDRESSES)
    return [found for found in named if not is_stock_mail(found) and has_known_ending(found)]


def address_of(link: str) -> str | None:
    """The address of a mailto link."""
    if not link.lower().startswith("mailto:"):
        return None
    found = ADDRESS.fullmatch(unquote(link[7:].partition("?")[0]).strip())
    return found[0] if found and not is_stock_mail(found[0]) and has_known_ending(found[0]) else None


@cache
def endings() -> "PublicSuffixList":
    from publicsuffixlist import PublicSuffixList  # noqa: PLC0415  reads its list when it is made

    return PublicSuffixList(accept_unknown=False)


def has_known_ending(address: str) -> bool:
    """Words that run into an address (`acme.comPress`) give it an ending that no registry knows."""
    host = address.rpartition("@")[2].lower()
    # Names reserved for tests and examples belong to sites that are such themselves.
    return host.rpartition(".")[2] in ("test", "example") or endings().publicsuffix(host) is not None
