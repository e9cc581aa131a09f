"""Errors about categories."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchCategory(NotFound):
    """No category has this slug."""


class CategoryInUse(ApiError):
    """This category still has listings or subcategories. Merge it into another category instead."""


class TreeInUse(ApiError):
    """Some categories have listings. You can start over only while no category has any."""


class CannotMerge(ApiError):
    """These two categories can't be merged."""
