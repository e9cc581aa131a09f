"""What can go wrong with categories."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchCategory(NotFound):
    """No category has this slug."""


class CategoryInUse(ApiError):
    """Listings or other categories stand in this category. Move them first, then delete it."""
