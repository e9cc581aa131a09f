"""Starts a session, whichever way somebody signed in."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground.accounts import access_emails
from showground.accounts.known_browser import KnownBrowsers
from showground.accounts.queries import accounts, sign_ins
from showground.accounts.queries.sign_ins import Way
from showground.core.calls.context import Context


class SignedIn(BaseModel):
    """A session has begun; its token is shown to the browser and kept only as a hash."""

    token: Annotated[str, Field(repr=False)]
    known: Annotated[str, Field(repr=False)]  # by which the browser is recognised later, signed in or not
    next: str


async def start_session(
    ctx: Context, account: int, way: Way, agent: str, next: str, provider: str | None = None
) -> SignedIn:
    """End the session that the caller came with, and start a new one.

    `provider`: the name of GitHub or Google, whose first use the account's owner is told of.
    """
    if provider is not None and not await sign_ins.has_used(ctx.db, account, way):
        await access_emails.tell_of_access(ctx, account, access_emails.PROVIDER, provider, agent=agent)
    await sign_ins.end_held_session(ctx)
    token = await sign_ins.begin_session(ctx.db, account, way, ctx.address, agent, ctx.now)
    person = await accounts.get_account(ctx.db, account)
    return SignedIn(token=token, known=ctx.services[KnownBrowsers].mark(person.email), next=next)
