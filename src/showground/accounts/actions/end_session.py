"""Sign another browser out."""

from pydantic import BaseModel

from showground.accounts import signing_in
from showground.core.context import Context
from showground.core.failures import NotFound
from showground.core.operation import PERSON, Input, action


class EndSession(Input):
    session_id: int


class SessionEnded(BaseModel):
    ended: bool = True


class NoSuchSession(NotFound):
    """You have no session with this number; it may have ended already."""


@action(scope=PERSON, recent=True, failures=(NoSuchSession,))
async def end_session(ctx: Context, input: EndSession) -> SessionEnded:
    """End one of your sessions; the next page that it asks for is a stranger's."""
    if not await signing_in.end_session(ctx.db, ctx.account, input.session_id):
        raise NoSuchSession
    return SessionEnded()
