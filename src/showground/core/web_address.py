"""URLs of web pages that people send and others follow: one check for all inputs."""

import re
from unicodedata import category
from urllib.parse import SplitResult, urlsplit

from showground.core.languages import Text, text_with

NOT_AN_ADDRESS = Text("Must be a URL that starts with https:// or http://.")
MAX_LENGTH = 8_192
USER_IN_ADDRESS = Text("Remove the username and password before the host, such as `user:password@`.")


def split_url(text: str) -> SplitResult | None:
    """The parts of a URL; None if it cannot be parsed, its port is invalid or it is too long: parsing takes time that
    grows with the square of the length, because it normalizes the host."""
    if len(text) > MAX_LENGTH:
        return None
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 - raises ValueError if the port is invalid; `urlsplit` itself doesn't read it
    except ValueError:
        return None
    return parts


def judge_address(text: str) -> Text | None:
    """What is wrong with a URL that others may follow; None if it is fine."""
    hidden = next((c for c in text if not c.isascii() and category(c) in ("Cf", "Cc", "Zl", "Zp")), None)
    if hidden is not None:
        return text_with("Remove the invisible character %(point)s from the URL.", point=f"U+{ord(hidden):04X}")
    parts = split_url(text)
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
        return NOT_AN_ADDRESS
    # Browsers treat a backslash as a slash, so they would go to a different host than the one Python finds.
    if re.search(r"[\s\\\x00-\x1f\x7f]", text):
        return NOT_AN_ADDRESS
    return USER_IN_ADDRESS if "@" in parts.netloc else None
