"""Helpers shared by the dashboard's pages."""

from showground.ownership import OwnedListing
from showground.ownership.operations.get_my_listing import GetMyListing, get_my_listing
from showground.surfaces.web.visit import Visit

MAX_PAGES = 1_000  # the highest page number that operations accept


def number_of(visit: Visit, name: str = "listing_id") -> int:
    """A number from the path."""
    return int(visit.path_params[name])


async def get_listing(visit: Visit) -> OwnedListing:
    """The listing in the path. Somebody else's listing is not found, like one that does not exist."""
    return await visit.ask(get_my_listing, GetMyListing(listing_id=max(number_of(visit), 1)))


def page_of(listing: OwnedListing, part: str = "") -> str:
    return f"/dashboard/listings/{listing.listing_id}{part}"


def page_asked(visit: Visit) -> int:
    """The page number in the query; the first page if it is missing or invalid."""
    text = visit.query.get("page", "")
    return min(int(text), MAX_PAGES) if text.isascii() and text.isdigit() and 0 < len(text) < 10 and int(text) else 1
