"""Take back what an app was allowed."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.failures import NotFound
from showground.core.operation import PERSON, Input, action
from showground.core.texts import Opaque
from showground.oauth import store


class DisconnectApp(Input):
    client_id: Opaque


class AppDisconnected(BaseModel):
    disconnected: bool = True


class NoSuchApp(NotFound):
    """You have no connected app by this name; it may have been disconnected already."""


@action(scope=PERSON, failures=(NoSuchApp,))
async def disconnect_app(ctx: Context, input: DisconnectApp) -> AppDisconnected:
    """Take back everything that an app was allowed; its next call is refused."""
    if not await store.disconnect(ctx.db, ctx.account, input.client_id):
        raise NoSuchApp
    return AppDisconnected()
