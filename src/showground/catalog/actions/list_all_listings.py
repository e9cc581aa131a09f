"""Look through all listings, public or not."""

from typing import Annotated

from pydantic import Field

from showground.catalog import staff_listings
from showground.catalog.adding import Status
from showground.catalog.staff_listings import StaffListing
from showground.core.context import Context
from showground.core.operation import STAFF, action
from showground.core.paging import Page, Paged
from showground.core.texts import SEARCH_WORDS


class ListAllListings(Paged):
    q: Annotated[str | None, Field(max_length=200), SEARCH_WORDS] = None
    status: Status | None = None


@action(scope=STAFF, read_only=True)
async def list_all_listings(ctx: Context, input: ListAllListings) -> Page[StaffListing]:
    """List listings of every status; `q` is part of a name, a domain, a slug or an owner's mail address."""
    items, total = await staff_listings.find_listings(
        ctx.db, input.q, input.status, skip=input.offset, most=input.per_page
    )
    return Page(items=items, page=input.page, per_page=input.per_page, total=total)
