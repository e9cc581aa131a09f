"""Claims: confirm them, decide about them and check them again."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from showground import accounts
from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PERSON, PUBLIC, STAFF, action
from showground.core.calls.input_text import OPAQUE
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.mail.templates import send_mail
from showground.listings import flags, members
from showground.ownership import claim_effects, founders, proofs
from showground.ownership.claim_errors import ClaimExpired, NoSuchClaim, NoSuchMailedClaim, NotInReview, NotVerified
from showground.ownership.claim_models import ClaimCheck, ClaimStatus, Method, Ownership
from showground.ownership.queries import claims

MAX_CHECKS = 100

MAX_CLAIMS = 200


class RevokeVerification(Input):
    claim_id: int


class VerificationRevoked(DataModel):
    slug: str


@action(scope=STAFF, errors=(NoSuchClaim, NotVerified))
async def revoke_verification(ctx: Context, input: RevokeVerification) -> VerificationRevoked:
    """Remove the verified mark of a claim's listing. The claim and the ownership stay. We email the claimant; a new
    claim restores the mark."""
    claim = await claims.find_claim(ctx.db, input.claim_id, lock=True)
    if claim is None:
        raise NoSuchClaim
    if not claim.marked:
        raise NotVerified
    await flags.set_verified(ctx.db, claim.listing, None)
    for person in await accounts.find_reachable(ctx.db, [claim.account]):
        await send_mail(
            ctx,
            person.email,
            "verification_lost",
            listing=claim.name,
            asked=claim.proof.asked,
            where=claim.proof.where,
            link=f"{ctx.site.url}/dashboard/claims?slug={claim.slug}",
        )
    return VerificationRevoked(slug=claim.slug)


class ReviewedClaim(DataModel):
    """A proven claim to a listing that has another owner."""

    id: int
    slug: str
    method: str
    claimant: int
    owners: list[int]


class ClaimsInReview(DataModel):
    """Claims, oldest first."""

    items: list[ReviewedClaim]


@action(scope=STAFF, read_only=True)
async def list_claims_in_review(ctx: Context) -> ClaimsInReview:
    """List the claims that staff must decide about."""
    items: list[ReviewedClaim] = []
    for claim in await claims.list_in_review(ctx.db, 200):
        owners = [m.account for m in await members.list_members(ctx.db, claim.listing) if m.role == "owner"]
        items.append(
            ReviewedClaim(id=claim.id, slug=claim.slug, method=claim.method, claimant=claim.account, owners=owners)
        )
    return ClaimsInReview(items=items)


class DecideClaim(Input):
    """Whether the claimant becomes the owner. The previous members then lose access."""

    claim_id: int
    grant: bool


class ClaimDecided(DataModel):
    """The result of the decision."""

    claim_id: int
    ownership: str


@action(scope=STAFF, errors=(NoSuchClaim, NotInReview))
async def decide_claim(ctx: Context, input: DecideClaim) -> ClaimDecided:
    """Make a proven claimant the owner in place of the previous members, or refuse the claim. We email the claimant."""
    claim = await claims.find_claim(ctx.db, input.claim_id, lock=True)
    if claim is None:
        raise NoSuchClaim
    if claim.ownership != "in_review":
        raise NotInReview
    ownership = "granted" if input.grant else "refused"
    if input.grant:
        for member in await members.list_members(ctx.db, claim.listing):
            await members.remove_member(ctx.db, claim.listing, member.account)
            if member.account != claim.account:
                await founders.release(ctx.db, member.account)
        await claim_effects.grant(ctx, claim)
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


class ReadClaimLog(Input):
    claim_id: int


class ClaimLog(DataModel):
    """A claim with the checks of its proof, newest first, up to 100."""

    id: int
    slug: str
    method: Method
    claimant: int
    verified_at: datetime | None
    marked: bool  # whether the listing is marked as verified
    next_look_at: datetime | None
    checks: list[ClaimCheck]


@action(scope=PERSON, read_only=True, errors=(NoSuchClaim,))
async def read_own_claim_log(ctx: Context, input: ReadClaimLog) -> ClaimLog:
    """Show when we checked the proof of your claim, what we requested, and what we found."""
    return await _read(ctx, input.claim_id, ctx.account)


@action(scope=STAFF, read_only=True, errors=(NoSuchClaim,))
async def read_claim_log(ctx: Context, input: ReadClaimLog) -> ClaimLog:
    """Show the checks of any claim."""
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
        checks=await claims.list_checks(ctx.db, claim.id, MAX_CHECKS),
    )


class LostProof(DataModel):
    """A verified claim whose proof was missing at the last check."""

    id: int
    slug: str
    claimant: int
    ownership: Ownership | None
    marked: bool
    check: ClaimCheck


class LostProofs(DataModel):
    """Most recently checked first, up to 200."""

    items: list[LostProof]


@action(scope=STAFF, read_only=True)
async def list_lost_proofs(ctx: Context) -> LostProofs:
    """List verified claims whose proof is missing. The site may have been rebuilt, or the domain sold."""
    found = await claims.list_lost(ctx.db, MAX_CLAIMS)
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


class DueClaims(DataModel):
    """How many claims expired, and which verified ones are due for a new check."""

    expired: int
    due: list[int]


@action(scope=STAFF)
async def expire_claims(ctx: Context) -> DueClaims:
    """Expire claims that were not verified within 30 days, and find verified ones that are due for a new check."""
    expired = await claims.expire(ctx.db, ctx.now)
    return DueClaims(expired=expired, due=await claims.find_due_rechecks(ctx.db, ctx.now, 500))


class RecheckClaim(Input):
    claim_id: int


class ClaimRechecked(DataModel):
    """Whether the published proof is still there."""

    found: bool


async def look(outside: PrepareContext, input: RecheckClaim) -> ClaimCheck | None:
    async with outside.reading() as db:
        claim = await claims.find_claim(db, input.claim_id)
    return await proofs.look(outside, claim.proof) if claim and claim.method != "email" else None


@action(scope=STAFF, prepare=look)
async def recheck_claim(ctx: Context, input: RecheckClaim, found: ClaimCheck | None) -> ClaimRechecked:
    """Record a new check of a verified claim for its owner and staff. It has no other effect."""
    if found is None:
        return ClaimRechecked(found=False)
    await claims.add_check(ctx.db, input.claim_id, found)
    await claims.set_recheck(ctx.db, input.claim_id, ctx.now + claims.RECHECKED_AFTER)
    return ClaimRechecked(found=found.found)


class ConfirmEmailClaim(Input):
    """The token of the link. With `confirm` false, only show who claims what, as opening the link does."""

    token: Annotated[str, Field(max_length=100), OPAQUE]
    confirm: bool = True


class MailedClaim(DataModel):
    """Who claims which listing."""

    slug: str
    name: str
    claimant: str
    claimant_email: str
    status: ClaimStatus
    ownership: Ownership | None


@action(scope=PUBLIC, errors=(NoSuchMailedClaim, ClaimExpired))
async def confirm_email_claim(ctx: Context, input: ConfirmEmailClaim) -> MailedClaim:
    """Confirm a claim by its emailed link. Whoever reads the mailbox decides, so no sign-in is needed."""
    claim = await claims.find_by_link(ctx.db, input.token)
    if claim is None:
        raise NoSuchMailedClaim
    if claim.status != "verified" and ctx.now >= claim.expires_at:
        raise ClaimExpired
    if input.confirm and claim.status == "pending":
        await claim_effects.verify(ctx, claim)
    now = await claims.find_claim(ctx.db, claim.id) or claim
    [person] = await accounts.find_reachable(ctx.db, [claim.account]) or [None]
    return MailedClaim(
        slug=claim.slug,
        name=claim.name,
        claimant=person.name if person else "",
        claimant_email=person.email if person else "",
        status=now.status,
        ownership=now.ownership,
    )
