"""Recognises the secret that a site had when it was backed up, if that was a setting and so is not in the backup."""

import hashlib
import hmac
import secrets

PATTERN = "^[0-9a-f]{32}:[0-9a-f]{64}$"


def make_check(secret: str) -> str:
    """A salted hash. It is slow, so that a backup is no easier way to guess the secret than a link signed with it."""
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}:{_hash(secret, salt)}"


def fits(secret: str, check: str) -> bool:
    salt, _, known = check.partition(":")
    return hmac.compare_digest(_hash(secret, bytes.fromhex(salt)), known)


def _hash(secret: str, salt: bytes) -> str:
    return hashlib.scrypt(secret.encode(), salt=salt, n=2**14, r=8, p=1, dklen=32).hex()
