"""Accept an invitation to a draft."""

from showground import catalog
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.drafting import invites, presenting, store
from showground.drafting.actions.get_invite import Token
from showground.drafting.failures import NoSuchInvite
from showground.drafting.models import Draft


class AcceptInvite(Input):
    token: Token


@action(scope=PERSON, failures=(NoSuchInvite,))
async def accept_invite(ctx: Context, input: AcceptInvite) -> Draft:
    """Join a draft as a co-founder, and the listing that it became or becomes. The link works once."""
    invite = await invites.find_open(ctx.db, input.token, ctx.now)
    draft = await store.find(ctx.db, invite.draft_id, hold=True) if invite else None
    # Whoever writes invitations holds the draft first, so this is where twins take turns.
    invite = await invites.find_open(ctx.db, input.token, ctx.now)
    if invite is None or draft is None:
        raise NoSuchInvite
    await invites.accept(ctx.db, invite.id, ctx.account, ctx.now)
    await store.add_member(ctx.db, draft.id, ctx.account, "cofounder", ctx.now)
    if draft.listing_id is not None:
        await catalog.add_member(ctx.db, draft.listing_id, ctx.account, "cofounder", ctx.now)
    return await presenting.present(ctx.db, draft.id, ctx.account, ctx.site)
