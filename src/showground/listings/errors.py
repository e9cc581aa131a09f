"""What can go wrong with listings and categories."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchListing(NotFound):
    """No listing that you may see here has this name or number. Search the public ones, or list your own."""


class SlugTaken(ApiError):
    """Another listing goes by this slug, or went by it once: its old addresses must not lead to another product."""


class NoSuchRevenue(NotFound):
    """The owner no longer states this amount. Load the page anew to see what is stated now."""
