"""Who has a listing when its owner deletes their account: the co-founder who has belonged to it longest, or nobody, so
that it can be claimed again. And what becomes of it when its owner is blocked, or two accounts are merged."""

from showground import accounts, listings
from showground.core.calls.context import Context
from showground.core.mail.templates import send_mail
from showground.listings import flags
from showground.ownership.queries import claims, transfers


async def leave_listings(ctx: Context) -> None:
    """Hand listings over to their co-founders, and remove the verified mark from those the person had verified."""
    for listing, name in await listings.members.lock_listings_of(ctx.db, ctx.account):
        members = await listings.members.list_members(ctx.db, listing)
        owners = [member.account for member in members if member.role == "owner"]
        if owners == [ctx.account] and len(members) > 1:
            await _hand_over(ctx, listing, name, heir=members[1].account)
    person = await accounts.get_account(ctx.db, ctx.account)
    await transfers.forget_to(ctx.db, person.email)
    for listing in await claims.find_marked_by(ctx.db, ctx.account):
        await flags.set_verified(ctx.db, listing, None)


async def _hand_over(ctx: Context, listing: int, name: str, *, heir: int) -> None:
    await listings.members.set_member(ctx.db, listing, heir, "owner", ctx.now)
    for person in await accounts.find_reachable(ctx.db, [heir]):
        link = f"{ctx.site.url}/dashboard/listings/{listing}"
        await send_mail(ctx, person.email, "listing_handed_over", listing=name, link=link)


async def end_submissions(ctx: Context, account: int) -> None:
    """The account was blocked: end its claims, and suspend its unpublished listings."""
    await claims.expire_of(ctx.db, account, ctx.now)
    for listing in await listings.members.find_unpublished(ctx.db, account):
        await listings.status.suspend(ctx.db, listing, ctx.now, by_block=True)


async def resume_submissions(ctx: Context, account: int) -> int:
    """The account was unblocked: restore the listings that the block suspended. Returns how many."""
    found = await listings.members.find_suspended_by_block(ctx.db, account)
    for listing in found:
        await listings.status.unsuspend(ctx.db, listing, ctx.now)
    return len(found)


async def merge_members(ctx: Context, account: int, into: int) -> None:
    """If both are members of a listing, the higher role stays."""
    await listings.members.raise_roles(ctx.db, account, into)
