"""List a person's passkeys."""

from pydantic import BaseModel

from showground.accounts import passkeys
from showground.accounts.models import Passkey
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action


class ListPasskeys(Input):
    """Nothing is asked for."""


class Passkeys(BaseModel):
    items: list[Passkey]


@action(scope=PERSON, read_only=True)
async def list_passkeys(ctx: Context, input: ListPasskeys) -> Passkeys:  # noqa: ARG001
    """List your passkeys, the oldest first."""
    return Passkeys(items=await passkeys.list_passkeys(ctx.db, ctx.account))
