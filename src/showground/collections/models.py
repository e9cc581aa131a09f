"""Saved listings and collections as people see them."""

from datetime import datetime

from showground.core.data_model import DataModel
from showground.listings import ListingSummary


class ListingSaved(DataModel):
    """Whether a listing is saved."""

    slug: str
    saved: bool


class SavedListing(DataModel):
    """A saved listing."""

    slug: str
    name: str
    tagline: str | None
    at: datetime


class OwnCollection(DataModel):
    """A collection as its owner sees it."""

    id: int
    name: str
    description: str
    public: bool
    listings: int
    has: bool = False  # whether it contains the listing that was asked about


class OwnCollections(DataModel):
    items: list[OwnCollection]


class CollectionPage(DataModel):
    """A collection with its listings, the newest first. `by` is the name of its owner."""

    id: int
    name: str
    description: str
    public: bool
    by: str
    own: bool
    updated_at: datetime
    items: list[ListingSummary]
    added: list[datetime]  # when each was added


class SavedThings(DataModel):
    saved: list[SavedListing]
    collections: list[OwnCollection]
