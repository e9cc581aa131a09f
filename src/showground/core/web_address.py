"""Addresses of web pages that people send and others follow: what they may look like, decided once for all inputs."""

import re
from unicodedata import category
from urllib.parse import urlsplit

NOT_AN_ADDRESS = "Must be an address that begins with https:// or http://."
USER_IN_ADDRESS = "Remove the user name and password before the host, such as `user:password@`."
HIDDEN_IN_ADDRESS = "Remove the invisible character U+{point:04X}; an address is shown as it is."


def judge_address(text: str) -> str | None:
    """What is wrong with an address that others are to follow; None if nothing is."""
    hidden = next((c for c in text if not c.isascii() and category(c) in ("Cf", "Cc", "Zl", "Zp")), None)
    if hidden is not None:
        return HIDDEN_IN_ADDRESS.format(point=ord(hidden))
    try:
        parts = urlsplit(text)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return NOT_AN_ADDRESS
    # Browsers read a backslash as a slash, so that what Python takes for the host is not where they go.
    if not good or re.search(r"[\s\\\x00-\x1f\x7f]", text):
        return NOT_AN_ADDRESS
    return USER_IN_ADDRESS if "@" in parts.netloc else None
