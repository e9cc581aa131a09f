"""A piece of regular expressions that means the same on every Python."""


def repeated(pattern: str) -> str:
    """A possessive repetition, `(?:pattern)*+`: once it has matched, nothing is released by backtracking.

    Python before 3.11.5 (Debian 12 has 3.11.2) gets the built-in form wrong if the last attempt fails halfway:
    `(?:ab?c)*+` takes the `a` of "a." (https://github.com/python/cpython/issues/106052). With an empty alternative, the
    last attempt succeeds and takes nothing.
    """
    return f"(?:{pattern}|)*+"
