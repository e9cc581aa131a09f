"""The front page: what the site is, the most voted, the newest, and all categories."""

from starlette.responses import Response

from showground.catalog.operations.get_site import GetSite, get_site
from showground.catalog.operations.list_categories import ListCategories, list_categories
from showground.catalog.operations.search_listings import SearchListings, search_listings
from showground.surfaces.web.visit import Visit

MOST_VOTED = 10
NEWEST = 5


async def show_front(visit: Visit) -> Response:
    info = await visit.ask(get_site, GetSite())
    tree = await visit.ask(list_categories, ListCategories())
    voted = await visit.ask(search_listings, SearchListings(sort="votes", per_page=MOST_VOTED))
    newest = await visit.ask(search_listings, SearchListings(sort="newest", per_page=NEWEST))
    return visit.show("front.html", info=info, categories=tree.items, voted=voted, newest=newest.items)
