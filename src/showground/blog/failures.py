"""What can go wrong with posts."""

from showground.core.failures import NotFound


class NoSuchPost(NotFound):
    """No published post has this slug."""
