"""Featured listings, which the home page, category pages and the list of all listings show as paid."""

from collections.abc import Sequence

from showground.listings import ListingSummary
from showground.listings.actions.featured import ListFeatured, list_featured
from showground.surfaces.web.visit import Visit


async def find_featured(visit: Visit, category: str | None = None) -> Sequence[ListingSummary]:
    found = await visit.ask(list_featured, ListFeatured(category=category), "featured", "listings", "categories")
    return found.items
