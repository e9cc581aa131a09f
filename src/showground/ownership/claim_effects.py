"""The effects of a verified claim: the claimant becomes the owner, or staff must decide."""

from showground.core.calls.context import Context
from showground.listings import flags, members, status
from showground.ownership.claim_models import Ownership
from showground.ownership.queries import claims
from showground.ownership.queries.claims import ClaimRow


async def verify(ctx: Context, claim: ClaimRow) -> None:
    """Mark a locked claim as proven, and apply its effects."""
    await status.find_state(ctx.db, claim.listing)  # locked, so that only one of two claimants becomes the owner
    owners = [m.account for m in await members.list_members(ctx.db, claim.listing) if m.role == "owner"]
    ownership: Ownership = "granted" if not owners or claim.account in owners else "in_review"
    if ownership == "granted":
        await grant(ctx, claim)
    await claims.set_verified(ctx.db, claim.id, ownership, ctx.now, recheck=claim.method != "email")


async def grant(ctx: Context, claim: ClaimRow) -> None:
    """Make the claimant the owner, and mark the listing as verified."""
    await members.set_member(ctx.db, claim.listing, claim.account, "owner", ctx.now)
    await flags.set_verified(ctx.db, claim.listing, ctx.now)
