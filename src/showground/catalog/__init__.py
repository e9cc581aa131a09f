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
from showground.catalog.documents import present, refresh
from showground.catalog.models import SLUG, Category, Faq, Listing, RatingPoint, Story, Summary
from showground.catalog.rules import is_country, words_of
from showground.catalog.store import add_shipped_categories

__all__ = [
    "COUNTRIES",
    "SLUG",
    "Category",
    "Counts",
    "Faq",
    "Listing",
    "NewFounder",
    "NewListing",
    "NewMilestone",
    "NewUpdate",
    "RatingPoint",
    "Revenue",
    "Story",
    "Summary",
    "UnknownCategory",
    "add_alternatives",
    "add_listings",
    "add_shipped_categories",
    "is_country",
    "present",
    "refresh",
    "set_counts",
    "words_of",
]
