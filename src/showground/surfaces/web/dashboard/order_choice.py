"""From a price to an order: choose the listing that a product is for."""

from urllib.parse import urlencode

from starlette.responses import Response

from showground.core.calls.errors import InvalidInput, NotFound
from showground.orders.actions.offers import list_listings_for
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit


@for_a_person
async def choose_listing(visit: Visit) -> Response:
    """With one listing that fits, continue to its order page. The product and the week are preselected there."""
    product, week = visit.query.get("product"), visit.query.get("week")
    try:
        asked = visit.parse(list_listings_for, {"product": product})
    except InvalidInput:
        raise NotFound from None
    found = await visit.ask(list_listings_for, asked)
    chosen = urlencode({"product": product, **({"week": week} if week else {})})
    if len(found.items) == 1:
        return visit.go(f"/dashboard/listings/{found.items[0].listing_id}/launch?{chosen}")
    return visit.show("dashboard/order.html", private=True, found=found, chosen=chosen)
