"""Errors about blog posts."""

from showground.core.calls.errors import NotFound


class NoSuchPost(NotFound):
    """No published post has this slug."""


class NoSuchPage(NotFound):
    """The site has no such page."""
