"""What can go wrong with people."""

from showground.core.failures import NotFound


class NoSuchFounder(NotFound):
    """No founder of a public listing has this slug."""
