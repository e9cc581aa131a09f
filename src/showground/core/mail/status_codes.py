"""Enhanced status codes of mail servers (RFC 3463)."""

import re

NO_MAILBOX = re.compile(r"(?<![0-9.])5\.(1\.[0-9]{1,3}|2\.1)(?![0-9.])")  # no such mailbox or domain, or disabled


def says_no_mailbox(answer: str) -> bool:
    """Whether a server's answer means that the address does not exist. Without an enhanced status code we don't guess:
    a plain 550 may be a spam filter."""
    return NO_MAILBOX.search(answer) is not None
