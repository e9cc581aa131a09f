"""Read when the proof of a claim was looked for, and what was seen."""

from datetime import datetime

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import PERSON, STAFF, Input, action
from showground.ownership import claims
from showground.ownership.claim_failures import NoSuchClaim
from showground.ownership.claim_models import ClaimCheck, Method, Ownership

MOST_CHECKS = 100
MOST_CLAIMS = 200


class ReadClaimLog(Input):
    claim_id: int


class ClaimLog(BaseModel):
    """A claim with the looks for its proof, the newest first, at most 100."""

    id: int
    slug: str
    method: Method
    claimant: int
    verified_at: datetime | None
    marked: bool  # whether the listing is shown as verified
    next_look_at: datetime | None
    checks: list[ClaimCheck]


@action(scope=PERSON, read_only=True, failures=(NoSuchClaim,))
async def read_own_claim_log(ctx: Context, input: ReadClaimLog) -> ClaimLog:
    """Read when the proof of one's claim was looked for, what was asked, and what was seen."""
    return await _read(ctx, input.claim_id, ctx.account)


@action(scope=STAFF, read_only=True, failures=(NoSuchClaim,))
async def read_claim_log(ctx: Context, input: ReadClaimLog) -> ClaimLog:
    """Read the same of anybody's claim."""
    return await _read(ctx, input.claim_id, None)


async def _read(ctx: Context, number: int, account: int | None) -> ClaimLog:
    claim = await claims.find_claim(ctx.db, number, account)
    if claim is None:
        raise NoSuchClaim
    return ClaimLog(
        id=claim.id,
        slug=claim.slug,
        method=claim.method,
        claimant=claim.account,
        verified_at=claim.verified_at,
        marked=claim.marked,
        next_look_at=claim.recheck_at,
        checks=await claims.list_checks(ctx.db, claim.id, MOST_CHECKS),
    )


class ListLostProofs(Input):
    """Nothing is asked for."""


class LostProof(BaseModel):
    """A verified claim whose proof was not there when it was last looked for."""

    id: int
    slug: str
    claimant: int
    ownership: Ownership | None
    marked: bool
    check: ClaimCheck


class LostProofs(BaseModel):
    """The latest looked for first, at most 200."""

    items: list[LostProof]


@action(scope=STAFF, read_only=True)
async def list_lost_proofs(ctx: Context, input: ListLostProofs) -> LostProofs:  # noqa: ARG001
    """List the verified claims whose proof is gone. That may be a site made anew, or a domain that was sold."""
    found = await claims.list_lost(ctx.db, MOST_CLAIMS)
    return LostProofs(
        items=[
            LostProof(
                id=claim.id,
                slug=claim.slug,
                claimant=claim.account,
                ownership=claim.ownership,
                marked=claim.marked,
                check=check,
            )
            for claim, check in found
        ]
    )
