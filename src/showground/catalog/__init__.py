"""Listings and all that a profile shows; categories, search, and the site itself."""

from showground.catalog.adding import (
    NewFounder,
    NewListing,
    NewMedia,
    NewMilestone,
    NewUpdate,
    Plan,
    Revenue,
    Role,
    Status,
    UnknownCategory,
    add_alternatives,
    add_listings,
)
from showground.catalog.countries import COUNTRIES
from showground.catalog.counts import Counts, add_views, find_numbers, find_talked_of, set_counts, set_trending
from showground.catalog.directory_models import Category
from showground.catalog.documents import lock, present, refresh
from showground.catalog.editing import Editor, edit
from showground.catalog.failures import NoSuchListing
from showground.catalog.launching import Held, count_free, go_live, hold, is_member, set_launch_week, set_standing
from showground.catalog.marks import set_featured, set_verified
from showground.catalog.models import SLUG, Faq, Listing, RatingPoint, Slug, Story, Summary
from showground.catalog.owned import Owned, find_owned, get_owned, list_owned, read_profiles
from showground.catalog.rules import is_country
from showground.catalog.search.counting import count_words
from showground.catalog.search.folding import words_of
from showground.catalog.store import add_shipped_categories, suggest_slugs
from showground.catalog.tally import LIVE as LIVE_TALLY
from showground.catalog.tally import fold as fold_tally

__all__ = [
    "COUNTRIES",
    "LIVE_TALLY",
    "SLUG",
    "Category",
    "Counts",
    "Editor",
    "Faq",
    "Held",
    "Listing",
    "NewFounder",
    "NewListing",
    "NewMedia",
    "NewMilestone",
    "NewUpdate",
    "NoSuchListing",
    "Owned",
    "Plan",
    "RatingPoint",
    "Revenue",
    "Role",
    "Slug",
    "Status",
    "Story",
    "Summary",
    "UnknownCategory",
    "add_alternatives",
    "add_listings",
    "add_shipped_categories",
    "add_views",
    "count_free",
    "count_words",
    "edit",
    "find_numbers",
    "find_owned",
    "find_talked_of",
    "fold_tally",
    "get_owned",
    "go_live",
    "hold",
    "is_country",
    "is_member",
    "list_owned",
    "lock",
    "present",
    "read_profiles",
    "refresh",
    "set_counts",
    "set_featured",
    "set_launch_week",
    "set_standing",
    "set_trending",
    "set_verified",
    "suggest_slugs",
    "words_of",
]
