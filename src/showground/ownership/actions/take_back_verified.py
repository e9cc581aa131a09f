"""Show a listing as verified no more."""

from pydantic import BaseModel

from showground import accounts, catalog
from showground.core.context import Context
from showground.core.mail import send_mail
from showground.core.operation import STAFF, Input, action
from showground.ownership import claims
from showground.ownership.claim_failures import NoSuchClaim, NotVerified


class TakeBackVerified(Input):
    claim_id: int


class VerifiedTakenBack(BaseModel):
    slug: str


@action(scope=STAFF, failures=(NoSuchClaim, NotVerified))
async def take_back_verified(ctx: Context, input: TakeBackVerified) -> VerifiedTakenBack:
    """Show the listing of a claim as verified no more. The claim and the ownership stay; the claimant is told, and a
    new claim brings the mark back."""
    claim = await claims.find_claim(ctx.db, input.claim_id, hold=True)
    if claim is None:
        raise NoSuchClaim
    if not claim.marked:
        raise NotVerified
    await catalog.set_verified(ctx.db, claim.listing, None)
    for person in await accounts.find_reachable(ctx.db, [claim.account]):
        await send_mail(
            ctx,
            person.email,
            "verified_taken_back",
            listing=claim.name,
            asked=claim.proof.asked,
            where=claim.proof.where,
            link=f"{ctx.site.url}/dashboard/claims?slug={claim.slug}",
        )
    return VerifiedTakenBack(slug=claim.slug)
