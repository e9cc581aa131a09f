"""Errors about listings."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchListing(NotFound):
    """No listing that you can see has this slug or id. Search public listings, or list your own."""


class SlugTaken(ApiError):
    """Another listing uses this slug or used it before. Choose a different one, so that old links do not lead to
    another product."""


class NoSuchRevenue(NotFound):
    """The owner no longer states this amount. Reload the page to see the current one."""
