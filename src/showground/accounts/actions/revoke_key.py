"""Revoke an API key."""

from pydantic import BaseModel

from showground.accounts import store
from showground.core.context import Context
from showground.core.failures import NotFound
from showground.core.operation import PERSON, Input, action


class RevokeKey(Input):
    key_id: int


class KeyRevoked(BaseModel):
    revoked: bool = True


class NoSuchKey(NotFound):
    """You have no active key with this number."""


@action(scope=PERSON, failures=(NoSuchKey,))
async def revoke_key(ctx: Context, input: RevokeKey) -> KeyRevoked:
    """Revoke one of your API keys; the next call with it is refused."""
    if not await store.revoke_key(ctx.db, ctx.account, input.key_id, ctx.now):
        raise NoSuchKey
    await store.add_event(ctx.db, "revoked", ctx.now, ctx.address, account=ctx.account, key=input.key_id)
    return KeyRevoked()
