"""Random tokens: shown once, stored only as a hash."""

import secrets
from hashlib import sha256


def make_token(prefix: str = "") -> str:
    """256 random bits, in characters that are safe in URLs."""
    return prefix + secrets.token_urlsafe(32)


def hash_token(text: str) -> bytes:
    """A plain hash is enough: tokens are too random to be guessed."""
    return sha256(text.encode(errors="replace")).digest()
