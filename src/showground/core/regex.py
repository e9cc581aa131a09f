"""A piece of regular expressions that means the same on every Python."""


def repeated(pattern: str) -> str:
    """A possessive repetition, `(?:pattern)*+`: once matched, backtracking releases nothing of it.

    Before 3.11.5 (Debian 12 has 3.11.2), Python gets the built-in form wrong: it keeps what the last, failed attempt
    matched, so `(?:ab?c)*+` takes the `a` of "a." (https://github.com/python/cpython/issues/106052). With an empty
    alternative, the last attempt succeeds and matches nothing.
    """
    return f"(?:{pattern}|)*+"
