"""List the browsers in which a person is signed in."""

from pydantic import BaseModel

from showground.accounts import signing_in
from showground.accounts.models import Session
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action


class ListSessions(Input):
    """Nothing is asked for."""


class Sessions(BaseModel):
    items: list[Session]


@action(scope=PERSON, read_only=True)
async def list_sessions(ctx: Context, input: ListSessions) -> Sessions:  # noqa: ARG001
    """List the sessions of the account, the latest first."""
    current = ctx.access.credential if ctx.access else None
    return Sessions(items=await signing_in.list_sessions(ctx.db, ctx.account, current, ctx.now))
