"""Checks texts that people type: web and email addresses, countries, and fields that must not be empty."""

from ipaddress import ip_address

from showground.core.calls.errors import FieldError, InvalidValue
from showground.core.languages import Text
from showground.core.mail.address import read_mail_address
from showground.core.web_address import judge_address


def trimmed(text: str | None) -> str | None:
    """The text without surrounding blanks; None if nothing is left."""
    return (text or "").strip() or None


def find_empty(**texts: str) -> list[FieldError]:
    """The fields that are empty or contain only whitespace."""
    return [
        FieldError(field=name, message=Text("Must not be empty.")) for name, text in texts.items() if not text.strip()
    ]


def check_page(field: str, address: str | None) -> list[FieldError]:
    """Whether this can be linked to: a page of the web, and nothing that a browser would run."""
    if address is None:
        return []
    wrong = judge_address(address)
    return [FieldError(field=field, message=wrong)] if wrong else []


def check_mail(field: str, address: str | None) -> list[FieldError]:
    if address is None:
        return []
    try:
        read_mail_address(address)
    except InvalidValue as wrong:
        return [FieldError(field=field, message=wrong.message)]
    return []


def is_number(host: str) -> bool:
    """Whether a host is an IP address, which has no DNS records and no email."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
