"""Recent updates from owners, for all listings or for one."""

from starlette.responses import Response

from showground.listings.actions.updates import list_updates
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.current_listing import get


async def show_updates(visit: Visit) -> Response:
    found = await visit.ask(list_updates, visit.parse_page(list_updates), "listings")
    return visit.show("updates.html", updates=found, listing=None, pager=make_pager(visit, found))


async def show_listing_updates(visit: Visit) -> Response:
    listing = await get(visit)
    slug = listing.slug
    found = await visit.ask(list_updates, visit.parse_page(list_updates, slug=slug), f"listing:{slug}")
    return visit.show("updates.html", updates=found, listing=listing, pager=make_pager(visit, found))
