"""The listing that a page is about, wherever its slug has moved to."""

from showground.listings import Listing
from showground.listings.operations.get_listing import get_listing
from showground.surfaces.web.visit import Visit


class Moved(Exception):
    """The listing goes by another slug now."""

    def __init__(self, slug: str) -> None:
        super().__init__(slug)
        self.slug = slug


async def get(visit: Visit) -> Listing:
    """The public listing that the path names; one that went by this slug before sends the visitor on."""
    listing = await visit.ask(get_listing, visit.parse(get_listing, {"slug": visit.given["slug"]}))
    if listing.slug != visit.given["slug"]:
        raise Moved(listing.slug)
    return listing
