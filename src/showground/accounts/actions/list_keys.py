"""List a person's API keys."""

from pydantic import BaseModel

from showground.accounts import store
from showground.accounts.models import Key
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action


class ListKeys(Input):
    """Nothing is asked for."""


class Keys(BaseModel):
    items: list[Key]


@action(scope=PERSON, read_only=True)
async def list_keys(ctx: Context, input: ListKeys) -> Keys:  # noqa: ARG001
    """List the keys that work, the newest first; never the keys themselves."""
    return Keys(items=await store.list_keys(ctx.db, ctx.account, ctx.now))
