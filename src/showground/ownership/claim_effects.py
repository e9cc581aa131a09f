"""What a verified claim gives: an unowned listing its owner, or staff something to decide."""

from showground.core.calls.context import Context
from showground.listings import flags, members, status
from showground.ownership.claim_models import Ownership
from showground.ownership.queries import claims
from showground.ownership.queries.claims import ClaimRow


async def verify(ctx: Context, claim: ClaimRow) -> None:
    """Note that a claim that is held is proven, and do what follows."""
    await status.find_state(ctx.db, claim.listing)  # held: of two claimants of an unowned listing one is the first
    owners = [m.account for m in await members.list_members(ctx.db, claim.listing) if m.role == "owner"]
    ownership: Ownership = "granted" if not owners or claim.account in owners else "in_review"
    if ownership == "granted":
        await grant(ctx, claim)
    await claims.set_verified(ctx.db, claim.id, ownership, ctx.now, recheck=claim.method != "email")


async def grant(ctx: Context, claim: ClaimRow) -> None:
    """Make the claimant owner, and show that the owner is known."""
    await members.set_member(ctx.db, claim.listing, claim.account, "owner", ctx.now)
    await flags.set_verified(ctx.db, claim.listing, ctx.now)
