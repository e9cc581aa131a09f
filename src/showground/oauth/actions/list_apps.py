"""List the apps that a person has connected."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.oauth import store
from showground.oauth.models import App


class ListApps(Input):
    """Nothing is asked for."""


class Apps(BaseModel):
    items: list[App]


@action(scope=PERSON, read_only=True)
async def list_apps(ctx: Context, input: ListApps) -> Apps:  # noqa: ARG001
    """List your connected apps and what each may do, the latest used first."""
    return Apps(items=await store.list_apps(ctx.db, ctx.account))
