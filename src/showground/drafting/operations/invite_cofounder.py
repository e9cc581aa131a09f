"""Invite a co-founder to a draft."""

from typing import Annotated

from pydantic import Field

from showground.accounts import LISTINGS_WRITE
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.models import Input
from showground.core.mail.address import MailAddress
from showground.drafting import invite_emails
from showground.drafting.errors import NoSuchDraft, NotYourListing, TooManyInvites
from showground.drafting.fields import value_of
from showground.drafting.models import DraftId, InvitedCofounder
from showground.drafting.queries import drafts
from showground.drafting.queries.invites import InviteTarget
from showground.listings import members


class InviteCofounder(Input):
    id: DraftId
    email: Annotated[
        MailAddress, Field(description="Email address to send the invitation to.", examples=["bo@tidewater.example"])
    ]


@operation(
    "POST /drafts/{id}/invites",
    scope=LISTINGS_WRITE,
    status=201,
    idempotent=True,
    location="/drafts/{id}",
    emails=True,
    limit=invite_emails.INVITES,
    errors=(NoSuchDraft, NotYourListing, TooManyInvites),
)
async def invite_cofounder(ctx: Context, input: InviteCofounder) -> InvitedCofounder:
    """Invite a co-founder to a draft by email.

    They can view and edit the draft, and later its listing. A draft can have up to 10 invites. We email an address at
    most once a day, and each link works once.
    """
    draft = await drafts.get(ctx.db, input.id, ctx.account, lock=True)
    if draft.listing_id is not None and not await members.is_member(ctx.db, draft.listing_id, ctx.account):
        raise NotYourListing
    subject = value_of(draft.entries, "name") or draft.domain
    return await invite_emails.invite(
        ctx, InviteTarget(draft=draft.id), input.email, subject, listed=draft.listing_id is not None
    )
