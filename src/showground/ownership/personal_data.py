"""What of a person's listings and claims they may take along, and who has a listing afterwards: the co-founder who has
belonged to it longest, or nobody, so that it can be claimed again."""

from typing import Any

from showground import accounts, listings
from showground.accounts import rows_of
from showground.core.calls.context import Context
from showground.core.database.pool import Connection
from showground.core.mail.templates import send_mail
from showground.listings import flags
from showground.ownership.queries import claims


async def export_listings(db: Connection, account: int) -> dict[str, Any]:
    """The listings that somebody belongs to, the claims that they made, and what they changed."""
    return {
        "listings": await rows_of(
            db,
            account,
            """
            select slug as listing, listing.id as listing_id, website, role, since, status, plan, launch_week, live_at
            from listing_member member join listing on listing.id = listing_id
            where member.account_id = %(account)s order by listing.id
            """,
        ),
        "claims": await rows_of(
            db,
            account,
            """
            select slug as listing, method, email, claim.status, ownership, claim.created_at, claim.verified_at,
                decided_at, array(select seen from claim_check where claim_id = claim.id order by at, id) as checks
            from claim join listing on listing.id = listing_id
            where claim.account_id = %(account)s order by claim.id
            """,
        ),
        "edits": await rows_of(
            db,
            account,
            """
            select slug as listing, version.surface, version.at, version.before, version.after
            from listing_version version join listing on listing.id = listing_id
            where version.account_id = %(account)s order by version.id
            """,
        ),
    }


async def leave_listings(ctx: Context) -> None:
    """Hand over the listings that co-founders keep, and show as verified no more those whose known owner they were."""
    for listing, name in await listings.members.hold_listings_of(ctx.db, ctx.account):
        members = await listings.members.list_members(ctx.db, listing)
        owners = [member.account for member in members if member.role == "owner"]
        if owners == [ctx.account] and len(members) > 1:
            await _hand_over(ctx, listing, name, heir=members[1].account)
    for listing in await claims.find_marked_by(ctx.db, ctx.account):
        await flags.set_verified(ctx.db, listing, None)


async def _hand_over(ctx: Context, listing: int, name: str, *, heir: int) -> None:
    await listings.members.set_member(ctx.db, listing, heir, "owner", ctx.now)
    for person in await accounts.find_reachable(ctx.db, [heir]):
        link = f"{ctx.site.url}/dashboard/listings/{listing}"
        await send_mail(ctx, person.email, "listing_handed_over", listing=name, link=link)
