"""Remove a passkey."""

from pydantic import BaseModel

from showground.accounts import passkeys, store
from showground.accounts.passkeys import UsePasskeyFirst, check_may_change
from showground.core.context import Context
from showground.core.failures import NotFound
from showground.core.operation import PERSON, Input, action


class RemovePasskey(Input):
    passkey_id: int


class PasskeyRemoved(BaseModel):
    removed: bool = True


class NoSuchPasskey(NotFound):
    """You have no passkey with this number; it may have been removed already."""


@action(scope=PERSON, recent=True, failures=(NoSuchPasskey, UsePasskeyFirst))
async def remove_passkey(ctx: Context, input: RemovePasskey) -> PasskeyRemoved:
    """Remove one of your passkeys; it signs in no more."""
    await check_may_change(ctx)
    if not await passkeys.remove(ctx.db, ctx.account, input.passkey_id):
        raise NoSuchPasskey
    await store.add_event(ctx.db, "passkey_removed", ctx.now, ctx.address, account=ctx.account)
    return PasskeyRemoved()
