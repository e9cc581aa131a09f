"""Errors about categories."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchCategory(NotFound):
    """No category has this slug."""


class CategoryInUse(ApiError):
    """This category still has listings or subcategories. Move them to another category, then delete it."""
