"""Emails to the owners of a listing about what others did with it. They can't be turned off."""

from typing import Any

from showground import accounts, listings
from showground.core.calls.context import Context
from showground.core.mail.templates import send_mail


async def tell_owners(
    ctx: Context, listing: listings.status.ListingState, template: str, *, but: int | None = None, **values: Any
) -> None:
    """Write to the owners, but for one of them."""
    members = await listings.members.list_members(ctx.db, listing.id)
    owners = [member.account for member in members if member.role == "owner" and member.account != but]
    await tell(ctx, listing, owners, template, **values)


async def tell(
    ctx: Context, listing: listings.status.ListingState, people: list[int], template: str, **values: Any
) -> None:
    link = f"{ctx.site.url}/dashboard/listings/{listing.id}"
    for person in await accounts.find_reachable(ctx.db, people):
        await send_mail(ctx, person.email, template, listing=listing.name, link=link, **values)
