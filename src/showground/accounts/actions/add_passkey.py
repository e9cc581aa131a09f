"""Add a passkey to one's account."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from showground.accounts import notices, passkeys, store
from showground.accounts.passkeys import PasskeyRefused, UsePasskeyFirst, check_may_change
from showground.accounts.rules import trim
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.core.texts import OPAQUE


class AddPasskey(Input):
    name: Annotated[str, Field(max_length=160), AfterValidator(trim)]
    credential: Annotated[str, Field(max_length=20_000), OPAQUE]


class PasskeyAdded(BaseModel):
    added: bool = True


@action(scope=PERSON, recent=True, failures=(PasskeyRefused, UsePasskeyFirst))
async def add_passkey(ctx: Context, input: AddPasskey) -> PasskeyAdded:
    """Add a passkey that has signed what it was asked to."""
    await check_may_change(ctx)
    await passkeys.register(ctx.db, ctx.account, input.name, input.credential, ctx.site, ctx.now)
    await store.add_event(ctx.db, "passkey_added", ctx.now, ctx.address, account=ctx.account)
    await notices.tell_of_access(ctx, ctx.account, notices.PASSKEY, input.name)
    return PasskeyAdded()
