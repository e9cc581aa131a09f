"""Suspend a listing, and let it go on."""

from typing import Annotated

from pydantic import BaseModel, StringConstraints

from showground import accounts, catalog
from showground.catalog import NoSuchListing, Standing, Status
from showground.core.context import Context
from showground.core.mail import send_mail
from showground.core.operation import STAFF, Input, action
from showground.core.texts import MULTI_LINE


class SuspendListing(Input):
    """Which listing, and why it is suspended: those who belong to it are told."""

    listing_id: int
    suspended: bool = True
    why: Annotated[str | None, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000), MULTI_LINE] = (
        None
    )


class ListingSuspended(BaseModel):
    """Where the listing stands now."""

    listing_id: int
    status: Status


@action(scope=STAFF, failures=(NoSuchListing,))
async def suspend_listing(ctx: Context, input: SuspendListing) -> ListingSuspended:
    """Take a listing away from the public, or bring it back to where it was; asking twice changes nothing."""
    if await catalog.find_standing(ctx.db, input.listing_id) is None:
        raise NoSuchListing
    change = catalog.suspend if input.suspended else catalog.unsuspend
    changed = await change(ctx.db, input.listing_id, ctx.now)
    standing = await catalog.find_standing(ctx.db, input.listing_id)
    if standing is None:
        raise NoSuchListing
    if changed and input.suspended and input.why is not None:
        await _tell_members(ctx, standing, input.why)
    return ListingSuspended(listing_id=standing.id, status=standing.status)


async def _tell_members(ctx: Context, standing: Standing, why: str) -> None:
    members = await catalog.list_members(ctx.db, standing.id)
    for person in await accounts.find_reachable(ctx.db, [member.account for member in members]):
        await send_mail(ctx, person.email, "listing_suspended", listing=standing.name, why=why)
