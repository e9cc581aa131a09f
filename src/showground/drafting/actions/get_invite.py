"""Show an invitation before it is accepted."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground.core.context import Context
from showground.core.operation import PUBLIC, Input, action
from showground.core.texts import OPAQUE
from showground.drafting import invites
from showground.drafting.failures import NoSuchInvite

Token = Annotated[str, Field(min_length=1, max_length=100), OPAQUE]


class GetInvite(Input):
    token: Token


class Invitation(BaseModel):
    """What one is invited to."""

    url: str
    name: str | None
    inviter: str | None
    listed: bool  # whether it is a listing already, and no draft


@action(scope=PUBLIC, read_only=True, failures=(NoSuchInvite,))
async def get_invite(ctx: Context, input: GetInvite) -> Invitation:
    """See what an invitation is for; looking does not use it up."""
    invite = await invites.find_open(ctx.db, input.token, ctx.now)
    if invite is None:
        raise NoSuchInvite
    return Invitation(url=invite.url, name=invite.name, inviter=invite.inviter, listed=invite.draft_id is None)
