"""Accept an invitation to a draft or to a listing."""

from uuid import UUID

from pydantic import BaseModel

from showground import catalog
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.drafting import invites, store
from showground.drafting.actions.get_invite import Token
from showground.drafting.failures import NoSuchInvite


class AcceptInvite(Input):
    token: Token


class Joined(BaseModel):
    """What one belongs to now: a draft, a listing, or a draft and the listing that it became."""

    draft_id: UUID | None
    listing_id: int | None


@action(scope=PERSON, failures=(NoSuchInvite,))
async def accept_invite(ctx: Context, input: AcceptInvite) -> Joined:
    """Join a draft as a co-founder, and the listing that it became or becomes; or a listing. The link works once, and
    to a listing only while whoever invited belongs to it."""
    invite = await invites.find_open(ctx.db, input.token, ctx.now)
    draft = await store.find(ctx.db, invite.draft_id, hold=True) if invite and invite.draft_id else None
    listing = draft.listing_id if draft else invite.listing_id if invite else None
    if listing is not None:
        await catalog.lock(ctx.db, [listing])
    # Whoever writes invitations holds the draft or the listing first, so this is where twins take turns.
    invite = await invites.find_open(ctx.db, input.token, ctx.now)
    if invite is None or (draft is None and listing is None):
        raise NoSuchInvite
    if listing is not None and not await catalog.is_member(ctx.db, listing, invite.invited_by or 0):
        raise NoSuchInvite
    await invites.accept(ctx.db, invite.id, ctx.account, ctx.now)
    if draft is not None:
        await store.add_member(ctx.db, draft.id, ctx.account, "cofounder", ctx.now)
    if listing is not None:
        await catalog.add_member(ctx.db, listing, ctx.account, "cofounder", ctx.now)
    return Joined(draft_id=draft.id if draft else None, listing_id=listing)
