"""Entity tags: the version of a body, as `ETag` names it and `If-Match` and `If-None-Match` ask for it (RFC 9110)."""

from hashlib import sha1


def tag_of(body: bytes) -> str:
    """SHA-1, because it is the fastest hash with and without a processor's instructions for hashing, and nobody gains
    anything by two answers with the same tag."""
    return f'"{sha1(body, usedforsecurity=False).hexdigest()[:24]}"'


def matches(wanted: str, tag: str) -> bool:
    """Whether a header names this version, or any by `*`.

    The comparison is weak for `If-Match` too, where the standard asks for a strong one: a zipped answer has the weak
    form of the same tag, and most clients ask for zipped ones.
    """
    named = [part.strip().removeprefix("W/") for part in wanted.split(",")]
    return "*" in named or tag in named
