"""Listings and all that a profile shows; categories, search, and the site itself."""

from showground.catalog.adding import (
    NewFounder,
    NewListing,
    NewMilestone,
    NewUpdate,
    Revenue,
    UnknownCategory,
    add_alternatives,
    add_listings,
)
from showground.catalog.countries import COUNTRIES
from showground.catalog.counts import Counts, set_counts
from showground.catalog.documents import refresh
from showground.catalog.models import Category, Listing, RatingPoint
from showground.catalog.store import add_shipped_categories

__all__ = [
    "COUNTRIES",
    "Category",
    "Counts",
    "Listing",
    "NewFounder",
    "NewListing",
    "NewMilestone",
    "NewUpdate",
    "RatingPoint",
    "Revenue",
    "UnknownCategory",
    "add_alternatives",
    "add_listings",
    "add_shipped_categories",
    "refresh",
    "set_counts",
]
