"""What owners posted lately: of all listings, or of one."""

from starlette.responses import Response

from showground.catalog.actions.list_updates import list_updates
from showground.catalog.operations.get_listing import get_listing
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.visit import Visit


async def show_updates(visit: Visit) -> Response:
    found = await visit.ask(list_updates, visit.parse_page(list_updates), "listings")
    return visit.show("updates.html", updates=found, listing=None, pager=make_pager(visit, found))


async def show_listing_updates(visit: Visit) -> Response:
    slug = visit.given["slug"]
    listing = await visit.ask(get_listing, visit.parse(get_listing, {"slug": slug}))
    found = await visit.ask(list_updates, visit.parse_page(list_updates, slug=slug), f"listing:{slug}")
    return visit.show("updates.html", updates=found, listing=listing, pager=make_pager(visit, found))
