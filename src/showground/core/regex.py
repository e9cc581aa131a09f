"""A piece of regular expressions that means the same on every Python."""


def repeated(pattern: str) -> str:
    """A pattern as often as it matches, of which nothing is given back later, as in `(?:pattern)*+`.

    Before 3.11.5, and Debian 12 has 3.11.2, Python does not step back where the last of these attempts fails halfway:
    `(?:ab?c)*+` takes the `a` of "a." (https://github.com/python/cpython/issues/106052). With an empty alternative, the
    last attempt succeeds and takes nothing.
    """
    return f"(?:{pattern}|)*+"
