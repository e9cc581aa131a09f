"""Email addresses in one spelling, so that every address names one mailbox and every mailbox one account.

The canonical form is ASCII letters in lowercase and the domain as A-labels: `Ada@Bücher.example` is
`ada@xn--bcher-kva.example`. Only ASCII case is folded. Locales and normalisation disagree about other letters: some
databases take `vİctim` for `victim`, and NFC makes the Kelvin sign a plain K. An address that could become another one
in this way is refused instead of being rewritten.

SQL compares addresses as `lower(email::text collate "C")`, which is `fold`, and never by the database's own locale.
"""

import string
import unicodedata
from itertools import pairwise
from typing import Annotated

from pydantic import AfterValidator, Field

from showground.core.calls.errors import InvalidValue
from showground.core.calls.input_text import PATTERNS, accepts, check_line
from showground.core.languages import Text

MAX_LENGTH = 254
TO_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
NO_ADDRESS = Text("Enter an email address, such as hello@example.com.")
AMBIGUOUS = Text(
    "This email address has letters that some systems read as others. Use plain lowercase letters, and write the"
    " domain as it is registered."
)


def fold(text: str) -> str:
    """ASCII letters in lowercase, and nothing else changed."""
    return text.translate(TO_LOWER)


# Names that never have a mailbox. The same as in `email_validator`, which is slow to import.
RESERVED = ("arpa", "invalid", "local", "localhost", "onion", "test")
_RESERVED = "|".join("".join(f"[{letter}{letter.upper()}]" for letter in name) for name in RESERVED)
PATTERN = PATTERNS[check_line].replace("^", rf"^(?!.*[.@](?:{_RESERVED})\s*$)", 1)


@accepts(PATTERN)
def read_mail_address(text: str) -> str:
    """The canonical form of an address that somebody typed; raises ValueError if it is none, or could be read as
    another one. `Ada <ada@example.com>` is a header line, not an address."""
    if len(text) > MAX_LENGTH:  # the time that normalizing takes grows with the square of the length
        raise InvalidValue(NO_ADDRESS)
    from email_validator import EmailNotValidError, validate_email  # noqa: PLC0415 - slow to import

    typed = fold(text.strip())
    try:
        found = validate_email(typed, check_deliverability=False)
    except EmailNotValidError:
        raise InvalidValue(NO_ADDRESS) from None
    local, _, domain = typed.rpartition("@")
    if not _is_stable(local) or domain not in (found.domain, found.ascii_domain):
        raise InvalidValue(AMBIGUOUS)
    return f"{local}@{found.ascii_domain}"


def mailbox_of(address: str) -> str:
    """The mailbox behind a canonical address: `ada+news@…` is delivered to `ada@…`. For limits only: two addresses
    with one mailbox are still two addresses."""
    local, _, domain = address.rpartition("@")
    return f"{local.partition('+')[0] or local}@{domain}"


def _is_stable(text: str) -> bool:
    """Whether no normalisation or case mapping changes it, or leads from one of its letters to ASCII or back."""
    if text.isascii():
        return True
    return (
        unicodedata.normalize("NFKC", text) == text
        and text.lower() == text
        and not any(letter.upper().isascii() for letter in text if not letter.isascii())
        and not any(before.isascii() and unicodedata.combining(mark) for before, mark in pairwise(text))
    )


MailAddress = Annotated[
    str, Field(max_length=MAX_LENGTH, json_schema_extra={"format": "email"}), AfterValidator(read_mail_address)
]
