"""The dashboard's home page: your listings and drafts with their status."""

from starlette.responses import Response

from showground.core.calls.models import NoInput
from showground.drafting.actions.drafts import list_unread_drafts
from showground.drafting.operations.list_drafts import ListDrafts, list_drafts
from showground.ownership.operations.list_my_listings import ListMyListings, list_my_listings
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit

MAX_ITEMS = 50


@for_a_person
async def show_dashboard(visit: Visit) -> Response:
    listings = await visit.ask(list_my_listings, ListMyListings(per_page=MAX_ITEMS))
    drafts = await visit.ask(list_drafts, ListDrafts(per_page=MAX_ITEMS))
    unread = await visit.ask(list_unread_drafts, NoInput())
    return visit.show(
        "dashboard/home.html",
        private=True,
        listings=listings,
        drafts=[draft for draft in drafts.items if draft.listing_id is None],
        unread=unread.reasons,
        deleted="deleted" in visit.query,
    )
