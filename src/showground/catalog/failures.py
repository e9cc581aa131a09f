"""What can go wrong with listings and categories."""

from showground.core.failures import NotFound


class NoSuchListing(NotFound):
    """No public listing has this slug."""


class NoSuchCategory(NotFound):
    """No category has this slug."""


class NoSuchRevenue(NotFound):
    """The owner no longer states this amount. Load the page anew to see what is stated now."""
