"""Confirm a claim by the link that was mailed."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground import accounts
from showground.core.context import Context
from showground.core.operation import PUBLIC, Input, action
from showground.core.texts import OPAQUE
from showground.ownership import claims, granting
from showground.ownership.claim_failures import ClaimExpired, NoSuchMailedClaim
from showground.ownership.claim_models import ClaimStatus, Ownership


class ConfirmEmailClaim(Input):
    """The token of the link; `confirm` false only looks whom and what it is about, as opening the link does."""

    token: Annotated[str, Field(max_length=100), OPAQUE]
    confirm: bool = True


class MailedClaim(BaseModel):
    """Who claims which listing."""

    slug: str
    name: str
    claimant: str
    claimant_email: str
    status: ClaimStatus
    ownership: Ownership | None


@action(scope=PUBLIC, failures=(NoSuchMailedClaim, ClaimExpired))
async def confirm_email_claim(ctx: Context, input: ConfirmEmailClaim) -> MailedClaim:
    """Confirm that whoever claims a listing may have it. Who reads the mail decides, so no sign-in is asked for."""
    claim = await claims.find_by_link(ctx.db, input.token)
    if claim is None:
        raise NoSuchMailedClaim
    if claim.status != "verified" and ctx.now >= claim.expires_at:
        raise ClaimExpired
    if input.confirm and claim.status == "pending":
        await granting.verify(ctx, claim)
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
