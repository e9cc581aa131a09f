"""Verify a claim."""

from typing import Annotated

from pydantic import Field

from showground.accounts import LISTINGS_WRITE
from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import operation
from showground.core.calls.models import Input
from showground.ownership import claim_effects, proofs
from showground.ownership.claim_errors import ClaimExpired, EmailNotOpened, NoSuchClaim
from showground.ownership.claim_models import Claim, ClaimCheck
from showground.ownership.queries import claims
from showground.ownership.queries.claims import ClaimRow


class VerifyClaim(Input):
    claim_id: Annotated[int, Field(ge=1, description="Id of the claim.", examples=[5])]


def _is_open(claim: ClaimRow, caller: Context | PrepareContext) -> bool:
    """Whether there is proof to check. A claim that is already verified stays unchanged."""
    if claim.status == "verified":
        return False
    if caller.now >= claim.expires_at:
        raise ClaimExpired
    if claim.method == "email":
        raise EmailNotOpened
    return True


async def look(outside: PrepareContext, input: VerifyClaim) -> ClaimCheck | None:
    async with outside.reading() as db:
        claim = await claims.find_claim(db, input.claim_id, outside.account)
    if claim is None:
        raise NoSuchClaim
    return await proofs.look(outside, claim.proof) if _is_open(claim, outside) else None


@operation(
    "POST /claims/{claim_id}/verify",
    scope=LISTINGS_WRITE,
    idempotent=True,
    prepare=look,
    errors=(NoSuchClaim, ClaimExpired, EmailNotOpened),
)
async def verify_claim(ctx: Context, input: VerifyClaim, found: ClaimCheck | None) -> Claim:
    """Check the proof of your claim now.

    Checks for the DNS record, meta tag or file; `last_check` shows what we found and where. If it is there, the claim
    is verified: a listing without an owner becomes yours, and if it has another owner the site team decides. If it is
    not there, the claim stays pending. Publish the proof, then verify again.
    """
    claim = await claims.find_claim(ctx.db, input.claim_id, ctx.account, lock=True)
    if claim is None:
        raise NoSuchClaim
    if found is not None and _is_open(claim, ctx):
        await claims.add_check(ctx.db, claim.id, found)
        if found.found:
            await claim_effects.verify(ctx, claim)
    row = await claims.find_claim(ctx.db, claim.id)
    (shown,) = await claims.present(ctx.db, [row] if row else [], ctx.now)
    return shown
