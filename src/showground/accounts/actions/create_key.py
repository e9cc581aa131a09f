"""Make an API key for an account."""

from datetime import timedelta
from typing import Annotated

from pydantic import BaseModel, Field

from showground.accounts import notices, store
from showground.accounts.keys import make_key
from showground.accounts.scopes import check_scopes
from showground.core.context import Context
from showground.core.failures import Failure
from showground.core.mail_address import MailAddress
from showground.core.operation import STAFF, Input, action


class CreateKey(Input):
    email: MailAddress
    name: Annotated[str, Field(min_length=1, max_length=160)]
    scopes: Annotated[list[str], Field(min_length=1)]
    days: Annotated[int, Field(ge=1, le=3650)] | None = None


class KeyCreated(BaseModel):
    """The only time that the key itself is shown."""

    id: int
    key: Annotated[str, Field(repr=False)]


class NoSuchAccount(Failure):
    """No account has this email address."""


@action(scope=STAFF, failures=(NoSuchAccount,))
async def create_key(ctx: Context, input: CreateKey) -> KeyCreated:
    """Make an API key with the chosen scopes; it is shown once and kept only as a hash."""
    check_scopes(input.scopes)
    account = await store.find_account_id(ctx.db, input.email)
    if account is None:
        raise NoSuchAccount
    key = make_key()
    expires_at = ctx.now + timedelta(days=input.days) if input.days else None
    number = await store.add_key(ctx.db, account, key, input.name, input.scopes, expires_at, ctx.now)
    await store.add_event(ctx.db, "created", ctx.now, ctx.address, account=account, key=number)
    await notices.tell_of_access(ctx, account, notices.API_KEY, input.name)
    return KeyCreated(id=number, key=key.text)
