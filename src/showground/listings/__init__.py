"""Listings and their public profiles."""

from showground.listings.comparison_models import Alternative, Cell
from showground.listings.errors import NoSuchListing
from showground.listings.models import SLUG, CategoryName, Faq, Listing, ListingSummary, NewFaq, Slug
from showground.listings.profile_models import DomainRatingPoint, ListingUpdate, Milestone, Story
from showground.listings.queries import (
    alternatives,
    counts,
    edits,
    export,
    flags,
    logos,
    media,
    members,
    milestones,
    new_listings,
    owned,
    preconditions,
    public_profiles,
    revenue,
    slugs,
    status,
    updates,
    versions,
)
from showground.listings.rules import number_slug, slug_base

__all__ = [
    "SLUG",
    "Alternative",
    "CategoryName",
    "Cell",
    "DomainRatingPoint",
    "Faq",
    "Listing",
    "ListingSummary",
    "ListingUpdate",
    "Milestone",
    "NewFaq",
    "NoSuchListing",
    "Slug",
    "Story",
    "alternatives",
    "counts",
    "edits",
    "export",
    "flags",
    "logos",
    "media",
    "members",
    "milestones",
    "new_listings",
    "number_slug",
    "owned",
    "preconditions",
    "public_profiles",
    "revenue",
    "slug_base",
    "slugs",
    "status",
    "updates",
    "versions",
]
