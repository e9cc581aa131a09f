"""Sessions: list and end them, and sign out."""

from showground.accounts.actions.keys import NoSuchAccount
from showground.accounts.models import Session
from showground.accounts.queries import accounts, sign_ins
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, STAFF, action
from showground.core.calls.errors import NotFound
from showground.core.calls.models import Input
from showground.core.data_model import DataModel


class SignedOut(DataModel):
    signed_out: bool = True


@action(scope=PERSON)
async def sign_out(ctx: Context) -> SignedOut:
    """Sign out of this browser."""
    await sign_ins.end_held_session(ctx)
    await accounts.add_event(ctx.db, "signed_out", ctx.now, ctx.address, account=ctx.account)
    return SignedOut()


class EndSessionsOf(Input):
    email: str | None  # None: all accounts


class SessionsOfEnded(DataModel):
    ended: int


@action(scope=STAFF, log_commands=True, errors=(NoSuchAccount,))
async def end_sessions_of(ctx: Context, input: EndSessionsOf) -> SessionsOfEnded:
    """End all sessions of an account, or of all accounts. They stop working immediately."""
    if input.email is None:
        return SessionsOfEnded(ended=await sign_ins.end_all_sessions(ctx.db))
    account = await accounts.find_account_id(ctx.db, input.email)
    if account is None:
        raise NoSuchAccount
    return SessionsOfEnded(ended=await sign_ins.end_other_sessions(ctx.db, account, None))


class EndSession(Input):
    session_id: int


class SessionEnded(DataModel):
    ended: bool = True


class NoSuchSession(NotFound):
    """You have no session with this id. It may have ended already."""


@action(scope=PERSON, recent=True, errors=(NoSuchSession,))
async def end_session(ctx: Context, input: EndSession) -> SessionEnded:
    """End one of your sessions. It stops working immediately."""
    if not await sign_ins.end_session(ctx.db, ctx.account, input.session_id):
        raise NoSuchSession
    return SessionEnded()


class SessionsEnded(DataModel):
    ended: int


@action(scope=PERSON, recent=True)
async def end_other_sessions(ctx: Context) -> SessionsEnded:
    """End all of your sessions except this one."""
    current = ctx.access.credential if ctx.access else None
    return SessionsEnded(ended=await sign_ins.end_other_sessions(ctx.db, ctx.account, current))


class Sessions(DataModel):
    items: list[Session]


@action(scope=PERSON, read_only=True)
async def list_sessions(ctx: Context) -> Sessions:
    """List your sessions, most recent first."""
    current = ctx.access.credential if ctx.access else None
    return Sessions(items=await sign_ins.list_sessions(ctx.db, ctx.account, current, ctx.now))
