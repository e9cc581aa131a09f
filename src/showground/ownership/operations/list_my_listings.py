"""List the caller's listings."""

from showground import listings
from showground.accounts import ACCOUNT_READ
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.models import Detail
from showground.core.calls.paging import Page, Paged
from showground.ownership import presentation
from showground.ownership.models import OwnedListing, OwnedListingSummary


class ListMyListings(Paged):
    detail: Detail = "full"


class OwnedListingPage(Page[OwnedListing | OwnedListingSummary]):
    """A page of your listings, whole or in brief."""


@operation("GET /me/listings", scope=ACCOUNT_READ, snapshot=True)
async def list_my_listings(ctx: Context, input: ListMyListings) -> OwnedListingPage:
    """List your listings.

    Includes listings that you own or were invited to, newest first, with their status. Call it with `detail` brief
    unless you need whole profiles; get_my_listing has one.
    """
    ids, total = await listings.owned.list_owned(ctx.db, ctx.account, skip=input.offset, most=input.per_page)
    owned = await listings.owned.find_owned(ctx.db, ids, ctx.account)
    items: list[OwnedListing | OwnedListingSummary] = [*await presentation.present(ctx, owned)]
    if input.detail == "brief":
        items = [OwnedListingSummary.model_validate(item, from_attributes=True) for item in items]
    return OwnedListingPage(items=items, page=input.page, per_page=input.per_page, total=total)
