"""Checks texts that people type: addresses of pages and mail, countries, and what is left when blanks are cut off."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from showground.core.failures import Fault
from showground.core.mail_address import read_mail_address


def trimmed(text: str | None) -> str | None:
    """Without the blanks around it; what is empty then is nothing."""
    return (text or "").strip() or None


def check_page(field: str, address: str | None) -> list[Fault]:
    """Whether this can be linked to: a page of the web, and nothing that a browser would run."""
    if address is None:
        return []
    try:
        parts = urlsplit(address)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and not any(c.isspace() for c in address)
    except ValueError:
        good = False
    return [] if good else [Fault(field=field, message="Must be an address that begins with https:// or http://.")]


def check_mail(field: str, address: str | None) -> list[Fault]:
    if address is None:
        return []
    try:
        read_mail_address(address)
    except ValueError as wrong:
        return [Fault(field=field, message=str(wrong))]
    return []


def is_number(host: str) -> bool:
    """Whether a host is an address by number, which has no DNS records and no mail of its own."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
