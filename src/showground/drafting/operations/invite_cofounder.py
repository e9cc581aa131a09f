"""Invite a co-founder to a draft."""

from typing import Annotated

from pydantic import Field

from showground import catalog
from showground.accounts import LISTINGS_WRITE
from showground.core.context import Context
from showground.core.mail_address import MailAddress
from showground.core.operation import Input, operation
from showground.drafting import inviting, store
from showground.drafting.entries import value_of
from showground.drafting.failures import NoSuchDraft, NotYourListing, TooManyInvites
from showground.drafting.invites import Place
from showground.drafting.models import DraftId, Invited


class InviteCofounder(Input):
    id: DraftId
    email: Annotated[MailAddress, Field(description="Where to mail the link.", examples=["bo@tidewater.example"])]


@operation(
    "POST /drafts/{id}/invites",
    scope=LISTINGS_WRITE,
    status=201,
    idempotent=True,
    limit=inviting.INVITES,
    failures=(NoSuchDraft, NotYourListing, TooManyInvites),
)
async def invite_cofounder(ctx: Context, input: InviteCofounder) -> Invited:
    """Invite a co-founder by mail to see and edit a draft, and later its listing. A draft takes at most 10 invites. An
    address is mailed to at most once a day, and its link works once."""
    draft = await store.get(ctx.db, input.id, ctx.account, hold=True)
    if draft.listing_id is not None and not await catalog.is_member(ctx.db, draft.listing_id, ctx.account):
        raise NotYourListing
    subject = value_of(draft.entries, "name") or draft.domain
    return await inviting.invite(ctx, Place(draft=draft.id), input.email, subject)
