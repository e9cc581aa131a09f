"""API keys: their format, their checksum, and what is stored of them."""

import secrets
import string
import zlib
from dataclasses import dataclass, field

from showground.core.tokens import hash_token

PREFIX = "sg_live_"  # fixed, so that leaked keys can be scanned for
TEST_PREFIX = "sg_test_"  # orders made with such a key move no money; as long as the other
ALPHABET = string.digits + string.ascii_letters
RANDOM = 32  # characters of 62: 190 bits
CHECKSUM = 6


@dataclass(frozen=True)
class NewKey:
    """A new key. It is shown once; only its hash is stored."""

    text: str = field(repr=False)

    @property
    def hash(self) -> bytes:
        return hash_token(self.text)

    @property
    def test(self) -> bool:
        return self.text.startswith(TEST_PREFIX)

    @property
    def hint(self) -> str:
        """The part that is shown later, to distinguish keys."""
        return f"{self.text[: len(PREFIX) + 4]}…"


def make_key(*, test: bool = False) -> NewKey:
    body = (TEST_PREFIX if test else PREFIX) + "".join(secrets.choice(ALPHABET) for _ in range(RANDOM))
    return NewKey(body + _checksum(body))


def looks_right(text: str) -> bool:
    """Whether the checksum is right: a mistyped key is refused without asking the database."""
    if not text.startswith((PREFIX, TEST_PREFIX)) or len(text) != len(PREFIX) + RANDOM + CHECKSUM or not text.isascii():
        return False
    return secrets.compare_digest(text[-CHECKSUM:], _checksum(text[:-CHECKSUM]))


def _checksum(text: str) -> str:
    number, digits = zlib.crc32(text.encode()), ""
    for _ in range(CHECKSUM):
        number, rest = divmod(number, len(ALPHABET))
        digits = ALPHABET[rest] + digits
    return digits
