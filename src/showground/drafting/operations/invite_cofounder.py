"""Invite a co-founder to a draft."""

from typing import Annotated

from pydantic import EmailStr, Field

from showground.accounts import LISTINGS_WRITE
from showground.core.context import Context
from showground.core.limits import Limit
from showground.core.mail import send_mail
from showground.core.operation import Input, operation
from showground.drafting import invites, store
from showground.drafting.entries import value_of
from showground.drafting.failures import NoSuchDraft, TooManyInvites
from showground.drafting.models import DraftId, Invited
from showground.drafting.store import Row


class InviteCofounder(Input):
    id: DraftId
    email: Annotated[
        EmailStr, Field(max_length=254, description="Where to mail the link.", examples=["bo@tidewater.example"])
    ]


@operation(
    "POST /drafts/{id}/invites",
    scope=LISTINGS_WRITE,
    status=201,
    idempotent=True,
    limit=Limit("invite_cofounder", 20, 3600),
    failures=(NoSuchDraft, TooManyInvites),
)
async def invite_cofounder(ctx: Context, input: InviteCofounder) -> Invited:
    """Invite a co-founder by mail to see and edit a draft, and later its listing. A draft takes at most 10 invites. An
    address is mailed to at most once a day, and its link works once."""
    draft = await store.get(ctx.db, input.id, ctx.account, hold=True)
    known = await invites.find(ctx.db, draft.id, input.email)
    if known is None and await invites.count(ctx.db, draft.id) >= invites.MOST_INVITES:
        raise TooManyInvites
    mailed_at, accepted = known or (None, False)
    if mailed_at is None or (not accepted and mailed_at <= ctx.now - invites.MAIL_AGAIN_AFTER):
        await _mail(ctx, draft, input.email)
        mailed_at = ctx.now
    left = invites.MOST_INVITES - await invites.count(ctx.db, draft.id)
    return Invited(email=input.email, mailed_at=mailed_at, invites_left=left)


async def _mail(ctx: Context, draft: Row, email: str) -> None:
    link = invites.make_link()
    await invites.write(ctx.db, draft.id, email, link, ctx.account, ctx.now)
    await send_mail(
        ctx,
        email,
        "cofounder_invite",
        inviter=await invites.get_inviter(ctx.db, ctx.account),
        subject=value_of(draft.entries, "name") or draft.domain,
        link=f"{ctx.site.url}/invites/{link.token}",
        days=invites.DAYS_VALID,
    )
