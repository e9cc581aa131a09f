"""Sign every other browser out."""

from pydantic import BaseModel

from showground.accounts import signing_in
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action


class EndOtherSessions(Input):
    """Nothing is asked for."""


class SessionsEnded(BaseModel):
    ended: int


@action(scope=PERSON, recent=True)
async def end_other_sessions(ctx: Context, input: EndOtherSessions) -> SessionsEnded:  # noqa: ARG001
    """End all of your sessions but this one."""
    current = ctx.access.credential if ctx.access else None
    return SessionsEnded(ended=await signing_in.end_other_sessions(ctx.db, ctx.account, current))
