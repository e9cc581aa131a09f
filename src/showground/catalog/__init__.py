"""Listings and all that a profile shows; categories, search, and the site itself."""

from showground.catalog.documents import refresh

__all__ = ["refresh"]
