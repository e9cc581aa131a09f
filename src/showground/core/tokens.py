"""Random texts that open something: shown once, kept only as a hash."""

import secrets
from hashlib import sha256


def make_token(prefix: str = "") -> str:
    """256 random bits, in letters that an address may hold."""
    return prefix + secrets.token_urlsafe(32)


def hash_token(text: str) -> bytes:
    """A plain hash is enough: there is nothing to guess."""
    return sha256(text.encode(errors="replace")).digest()
