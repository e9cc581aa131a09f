"""The apps that a person has connected."""

from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, action
from showground.core.calls.errors import NotFound
from showground.core.calls.input_text import Opaque
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.oauth.models import App
from showground.oauth.queries import grants


class Apps(DataModel):
    items: list[App]


@action(scope=PERSON, read_only=True)
async def list_apps(ctx: Context) -> Apps:
    """List your connected apps and what each may do, most recently used first."""
    return Apps(items=await grants.list_apps(ctx.db, ctx.account))


class DisconnectApp(Input):
    client_id: Opaque


class AppDisconnected(DataModel):
    disconnected: bool = True


class NoSuchApp(NotFound):
    """You have no connected app with this id. It may have been disconnected already."""


@action(scope=PERSON, errors=(NoSuchApp,))
async def disconnect_app(ctx: Context, input: DisconnectApp) -> AppDisconnected:
    """Disconnect an app. It loses access immediately."""
    if not await grants.disconnect(ctx.db, ctx.account, input.client_id):
        raise NoSuchApp
    return AppDisconnected()
