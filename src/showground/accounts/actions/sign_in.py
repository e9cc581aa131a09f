"""Sign in with a mailed link."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground.accounts import signing_in
from showground.accounts.actions.read_sign_in_link import LinkEnded
from showground.core.context import Context
from showground.core.limits import Limit
from showground.core.operation import PUBLIC, Input, action


class SignIn(Input):
    token: Annotated[str, Field(max_length=200, repr=False)]
    agent: str = ""


class SignedIn(BaseModel):
    """A session has begun; its token is shown to the browser and kept only as a hash."""

    token: Annotated[str, Field(repr=False)]
    next: str


@action(scope=PUBLIC, limit=Limit("sign-ins", 60, 3600), failures=(LinkEnded,))
async def sign_in(ctx: Context, input: SignIn) -> SignedIn:
    """Use a mailed link: begin a session, and make the account if this is the first time."""
    link = await signing_in.use_link(ctx.db, input.token, ctx.now)
    if link is None:
        raise LinkEnded
    account = await signing_in.find_or_add_account(ctx.db, link.email, ctx.now)
    if account is None:
        raise LinkEnded
    await signing_in.end_held_session(ctx)
    token = await signing_in.begin_session(ctx.db, account, "link", ctx.address, input.agent, ctx.now)
    return SignedIn(token=token, next=link.next)
