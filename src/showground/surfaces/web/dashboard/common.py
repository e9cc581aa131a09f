"""What every page of one's own listing begins with."""

from showground.ownership import OwnedListing
from showground.ownership.operations.get_my_listing import GetMyListing, get_my_listing
from showground.surfaces.web.visit import Visit

MAX_PAGES = 1_000  # what an operation takes
MAX_ID = 2**63 - 1


def number_of(visit: Visit, name: str = "listing_id") -> int:
    """A number in the path; what is larger than any number that we give is a stranger's all the same."""
    return min(int(visit.given[name]), MAX_ID)


async def get_listing(visit: Visit) -> OwnedListing:
    """The listing that the path names; a stranger's is the same as none."""
    return await visit.ask(get_my_listing, GetMyListing(listing_id=max(number_of(visit), 1)))


def page_of(listing: OwnedListing, part: str = "") -> str:
    return f"/dashboard/listings/{listing.listing_id}{part}"


def page_asked(visit: Visit) -> int:
    """Which page of a list the address asks for; the first, if it asks for none that there can be."""
    text = visit.query.get("page", "")
    return min(int(text), MAX_PAGES) if text.isascii() and text.isdigit() and 0 < len(text) < 10 and int(text) else 1
