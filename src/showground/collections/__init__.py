"""Saved listings and collections: named lists that a person keeps for themselves or shows to everyone."""

from showground.collections.models import CollectionPage, OwnCollection

__all__ = ["CollectionPage", "OwnCollection"]
