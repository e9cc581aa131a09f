"""Sign in with a mailed link."""

from typing import Annotated

from pydantic import Field

from showground.accounts import signing_in
from showground.accounts.actions.read_sign_in_link import LinkEnded
from showground.accounts.new_session import SignedIn, start_session
from showground.core.context import Context
from showground.core.limits import Limit
from showground.core.operation import PUBLIC, Input, action
from showground.core.texts import OPAQUE, Opaque


class SignIn(Input):
    token: Annotated[str, Field(max_length=200, repr=False), OPAQUE]
    agent: Opaque = ""


@action(scope=PUBLIC, limit=Limit("sign-ins", 60, 3600), failures=(LinkEnded,))
async def sign_in(ctx: Context, input: SignIn) -> SignedIn:
    """Use a mailed link: begin a session, and make the account if this is the first time."""
    link = await signing_in.use_link(ctx.db, input.token, ctx.now)
    if link is None:
        raise LinkEnded
    account = await signing_in.find_or_add_account(ctx.db, link.email, ctx.now)
    if account is None:
        raise LinkEnded
    return await start_session(ctx, account, "link", input.agent, link.next)
