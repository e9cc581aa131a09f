"""Errors about collections."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchCollection(NotFound):
    """This collection does not exist, or its owner keeps it private."""


class TooManyCollections(ApiError):
    """You have 50 collections. Delete one to make another."""


class CollectionFull(ApiError):
    """This collection already has 200 listings. Remove one to add another."""
