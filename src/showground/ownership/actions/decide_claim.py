"""Decide about a claim of a listing that has another owner."""

from pydantic import BaseModel

from showground import accounts, catalog
from showground.core.context import Context
from showground.core.mail import send_mail
from showground.core.operation import STAFF, Input, action
from showground.ownership import claims, founders, granting
from showground.ownership.claim_failures import NoSuchClaim, NotInReview


class ListClaimsInReview(Input):
    """Nothing is asked for."""


class ReviewedClaim(BaseModel):
    """A proven claim of a listing that has another owner."""

    id: int
    slug: str
    method: str
    claimant: int
    owners: list[int]


class ClaimsInReview(BaseModel):
    """The oldest first."""

    items: list[ReviewedClaim]


@action(scope=STAFF, read_only=True)
async def list_claims_in_review(ctx: Context, input: ListClaimsInReview) -> ClaimsInReview:  # noqa: ARG001
    """List the claims that staff have to decide about."""
    items: list[ReviewedClaim] = []
    for claim in await claims.list_in_review(ctx.db, 200):
        owners = [m.account for m in await catalog.list_members(ctx.db, claim.listing) if m.role == "owner"]
        items.append(
            ReviewedClaim(id=claim.id, slug=claim.slug, method=claim.method, claimant=claim.account, owners=owners)
        )
    return ClaimsInReview(items=items)


class DecideClaim(Input):
    """Whether the claimant is made owner; those who belonged to the listing leave it then."""

    claim_id: int
    grant: bool


class ClaimDecided(BaseModel):
    """What became of it."""

    claim_id: int
    ownership: str


@action(scope=STAFF, failures=(NoSuchClaim, NotInReview))
async def decide_claim(ctx: Context, input: DecideClaim) -> ClaimDecided:
    """Make a proven claimant owner in the place of others, or refuse it; the claimant is told."""
    claim = await claims.find_claim(ctx.db, input.claim_id, hold=True)
    if claim is None:
        raise NoSuchClaim
    if claim.ownership != "in_review":
        raise NotInReview
    ownership = "granted" if input.grant else "refused"
    if input.grant:
        for member in await catalog.list_members(ctx.db, claim.listing):
            await catalog.remove_member(ctx.db, claim.listing, member.account)
            if member.account != claim.account:
                await founders.release(ctx.db, member.account)
        await granting.grant(ctx, claim)
    by = ctx.access.account if ctx.access else None
    await claims.set_decision(ctx.db, claim.id, ownership, by, ctx.now)
    for person in await accounts.find_reachable(ctx.db, [claim.account]):
        await send_mail(
            ctx,
            person.email,
            "claim_decided",
            listing=claim.name,
            granted=input.grant,
            link=f"{ctx.site.url}/listings/{claim.slug}",
        )
    return ClaimDecided(claim_id=claim.id, ownership=ownership)
