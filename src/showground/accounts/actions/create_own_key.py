"""Make an API key for oneself."""

from datetime import timedelta
from typing import Annotated

from pydantic import AfterValidator, Field

from showground.accounts import notices, store
from showground.accounts.actions.create_key import KeyCreated
from showground.accounts.keys import make_key
from showground.accounts.rules import trim
from showground.accounts.scopes import check_scopes
from showground.core.context import Context
from showground.core.failures import Failure
from showground.core.operation import PERSON, Input, action

MOST_KEYS = 50


class CreateOwnKey(Input):
    name: Annotated[str, Field(min_length=1, max_length=160), AfterValidator(trim)]
    scopes: Annotated[list[str], Field(min_length=1)]
    days: Annotated[int, Field(ge=1, le=3650)] | None = None


class TooManyKeys(Failure):
    """You have 50 API keys. Revoke one that you no longer need before you make another."""


@action(scope=PERSON, recent=True, failures=(TooManyKeys,))
async def create_own_key(ctx: Context, input: CreateOwnKey) -> KeyCreated:
    """Make an API key with the chosen scopes; it is shown once and kept only as a hash."""
    check_scopes(input.scopes)
    if len(await store.list_keys(ctx.db, ctx.account, ctx.now)) >= MOST_KEYS:
        raise TooManyKeys
    key = make_key()
    expires_at = ctx.now + timedelta(days=input.days) if input.days else None
    number = await store.add_key(ctx.db, ctx.account, key, input.name, input.scopes, expires_at, ctx.now)
    await store.add_event(ctx.db, "created", ctx.now, ctx.address, account=ctx.account, key=number)
    await notices.tell_of_access(ctx, ctx.account, notices.API_KEY, input.name)
    return KeyCreated(id=number, key=key.text)
