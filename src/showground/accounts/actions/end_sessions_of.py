"""Sign somebody, or everybody, out of all browsers."""

from pydantic import BaseModel

from showground.accounts import signing_in, store
from showground.accounts.actions.create_key import NoSuchAccount
from showground.core.context import Context
from showground.core.operation import STAFF, Input, action


class EndSessionsOf(Input):
    email: str | None  # none: everybody's


class SessionsOfEnded(BaseModel):
    ended: int


@action(scope=STAFF, failures=(NoSuchAccount,))
async def end_sessions_of(ctx: Context, input: EndSessionsOf) -> SessionsOfEnded:
    """End all sessions of this account, or of all of them; the next page that each asks for is a stranger's."""
    if input.email is None:
        return SessionsOfEnded(ended=await signing_in.end_all_sessions(ctx.db))
    account = await store.find_account_id(ctx.db, input.email)
    if account is None:
        raise NoSuchAccount
    return SessionsOfEnded(ended=await signing_in.end_other_sessions(ctx.db, account, None))
