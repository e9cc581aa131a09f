"""The listing that a page is about, including listings whose slug has changed."""

from showground.listings import Listing
from showground.listings.operations.get_listing import get_listing
from showground.surfaces.web.visit import Visit


class Moved(Exception):
    """The listing has a new slug; the visitor is redirected to it."""

    def __init__(self, slug: str) -> None:
        super().__init__(slug)
        self.slug = slug


async def get(visit: Visit) -> Listing:
    """Return the public listing with the slug in the path. Raises `Moved` if the listing has a new slug."""
    listing = await visit.ask(get_listing, visit.parse(get_listing, {"slug": visit.path_params["slug"]}))
    if listing.slug != visit.path_params["slug"]:
        raise Moved(listing.slug)
    return listing
