"""End old claims, and look again at verified ones."""

from pydantic import BaseModel

from showground.core.context import Context, Outside
from showground.core.operation import STAFF, Input, action
from showground.ownership import claims, proofs
from showground.ownership.claim_models import ClaimCheck


class ExpireClaims(Input):
    """Nothing is asked for."""


class DueClaims(BaseModel):
    """How many ended, and which verified ones are to be looked at again."""

    expired: int
    due: list[int]


@action(scope=STAFF)
async def expire_claims(ctx: Context, input: ExpireClaims) -> DueClaims:  # noqa: ARG001
    """End what was not verified within 30 days; find what was verified so long ago that it is looked at again."""
    expired = await claims.expire(ctx.db, ctx.now)
    return DueClaims(expired=expired, due=await claims.find_due_rechecks(ctx.db, ctx.now, 500))


class RecheckClaim(Input):
    claim_id: int


class ClaimRechecked(BaseModel):
    """Whether what was published is still there."""

    found: bool


async def look(outside: Outside, input: RecheckClaim) -> ClaimCheck | None:
    async with outside.reading() as db:
        claim = await claims.find_claim(db, input.claim_id)
    return await proofs.look(outside, claim.proof) if claim and claim.method != "email" else None


@action(scope=STAFF, prepare=look)
async def recheck_claim(ctx: Context, input: RecheckClaim, found: ClaimCheck | None) -> ClaimRechecked:
    """Keep what is seen of a verified claim by now, for its owner and staff to read. It changes nothing by itself."""
    if found is None:
        return ClaimRechecked(found=False)
    await claims.add_check(ctx.db, input.claim_id, found)
    await claims.set_recheck(ctx.db, input.claim_id, ctx.now + claims.RECHECKED_AFTER)
    return ClaimRechecked(found=found.found)
