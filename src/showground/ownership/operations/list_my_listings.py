"""List the caller's listings."""

from showground import catalog
from showground.accounts import ACCOUNT_READ
from showground.core.context import Context
from showground.core.operation import operation
from showground.core.paging import Page, Paged
from showground.ownership import presenting
from showground.ownership.models import OwnedListing


class ListMyListings(Paged):
    """Which page is asked for."""


@operation("GET /me/listings", scope=ACCOUNT_READ, snapshot=True)
async def list_my_listings(ctx: Context, input: ListMyListings) -> Page[OwnedListing]:
    """List the listings that you own or were invited to, the newest first, each with where it stands."""
    ids, total = await catalog.list_owned(ctx.db, ctx.account, skip=input.offset, most=input.per_page)
    owned = await catalog.find_owned(ctx.db, ids, ctx.account)
    items = await presenting.present(ctx.db, owned, ctx.site)
    return Page(items=items, page=input.page, per_page=input.per_page, total=total)
