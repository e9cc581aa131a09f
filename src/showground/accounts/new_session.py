"""Starts a session, whichever way somebody signed in."""

from typing import Annotated

from pydantic import Field

from showground.accounts import access_emails
from showground.accounts.known_browser import KnownBrowsers
from showground.accounts.queries import accounts, sign_ins
from showground.accounts.queries.sign_ins import SignInMethod
from showground.core.calls.context import Context
from showground.core.calls.errors import ApiError
from showground.core.data_model import DataModel
from showground.core.languages import current_language, is_language_set


class SignedIn(DataModel):
    """A new session. Its token is sent to the browser and stored only as a hash."""

    token: Annotated[str, Field(repr=False)]
    known: Annotated[str, Field(repr=False)]  # recognizes the browser later, signed in or not
    next: str


class AccountBlocked(ApiError):
    """This account is blocked. If you think this is a mistake, write to the people who run this site."""

    status = 403


async def start_session(
    ctx: Context, account: int, method: SignInMethod, agent: str, next: str, provider: str | None = None
) -> SignedIn:
    """End the session that the caller came with, and start a new one. A blocked account can't sign in.

    `provider`: the name of GitHub or Google, whose first use the account's owner is told of.
    """
    if await accounts.is_blocked(ctx.db, account):
        raise AccountBlocked
    if provider is not None and not await sign_ins.has_used(ctx.db, account, method):
        await access_emails.tell_of_access(ctx, account, access_emails.PROVIDER, provider, agent=agent)
    if ctx.site.languages.several and is_language_set():
        await accounts.note_language(ctx.db, account, current_language().code)
    await sign_ins.end_held_session(ctx)
    token = await sign_ins.begin_session(ctx.db, account, method, ctx.address, agent, ctx.now)
    person = await accounts.get_account(ctx.db, account)
    return SignedIn(token=token, known=ctx.services[KnownBrowsers].mark(person.email), next=next)
