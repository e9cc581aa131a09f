"""API keys: create, list and revoke them."""

from datetime import timedelta
from typing import Annotated

from pydantic import AfterValidator, Field

from showground.accounts import access_emails
from showground.accounts.keys import make_key
from showground.accounts.models import Key
from showground.accounts.queries import accounts
from showground.accounts.rules import trim
from showground.accounts.scopes import check_scopes
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, SITE_OWNER, action
from showground.core.calls.errors import ApiError, NotFound
from showground.core.calls.idempotency import is_first
from showground.core.calls.input_text import OPAQUE
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.mail.address import MailAddress

MAX_KEYS = 50


class RevokeKey(Input):
    key_id: int


class KeyRevoked(DataModel):
    revoked: bool = True


class NoSuchKey(NotFound):
    """You have no active API key with this id."""


@action(scope=PERSON, errors=(NoSuchKey,))
async def revoke_key(ctx: Context, input: RevokeKey) -> KeyRevoked:
    """Revoke one of your API keys. It stops working immediately."""
    if not await accounts.revoke_key(ctx.db, ctx.account, input.key_id, ctx.now):
        raise NoSuchKey
    await accounts.add_event(ctx.db, "revoked", ctx.now, ctx.address, account=ctx.account, key=input.key_id)
    return KeyRevoked()


class CreateKey(Input):
    email: MailAddress
    name: Annotated[str, Field(min_length=1, max_length=160)]
    scopes: Annotated[list[str], Field(min_length=1)]
    days: Annotated[int, Field(ge=1, le=3650)] | None = None
    test: bool = False


class KeyCreated(DataModel):
    """The new key. It is only shown this once."""

    id: int
    key: Annotated[str, Field(repr=False)]


class NoSuchAccount(ApiError):
    """No account has this email address."""


@action(scope=SITE_OWNER, errors=(NoSuchAccount,))
async def create_key(ctx: Context, input: CreateKey) -> KeyCreated:
    """Create an API key with the chosen scopes. It is shown once and stored only as a hash."""
    check_scopes(input.scopes)
    account = await accounts.find_account_id(ctx.db, input.email)
    if account is None:
        raise NoSuchAccount
    key = make_key(test=input.test)
    expires_at = ctx.now + timedelta(days=input.days) if input.days else None
    number = await accounts.add_key(ctx.db, account, key, input.name, input.scopes, expires_at, ctx.now)
    await accounts.add_event(ctx.db, "created", ctx.now, ctx.address, account=account, key=number)
    await access_emails.tell_of_access(ctx, account, access_emails.API_KEY, input.name)
    return KeyCreated(id=number, key=key.text)


class CreateOwnKey(Input):
    name: Annotated[str, Field(min_length=1, max_length=160), AfterValidator(trim)]
    scopes: Annotated[list[str], Field(min_length=1)]
    days: Annotated[int, Field(ge=1, le=3650)] | None = None
    test: bool = False
    once: Annotated[str, Field(max_length=100), OPAQUE] = ""  # of the form, so that sending it again makes no other key


class TooManyKeys(ApiError):
    """You have 50 API keys. Revoke one you no longer need before you create another."""


class KeyShown(ApiError):
    """This key was already created, and keys are shown only once. If you didn't copy it, revoke it and create another
    one."""


@action(scope=PERSON, recent=True, errors=(TooManyKeys, KeyShown))
async def create_own_key(ctx: Context, input: CreateOwnKey) -> KeyCreated:
    """Create an API key with the chosen scopes. It is shown once and stored only as a hash."""
    check_scopes(input.scopes)
    if input.once and not await is_first(ctx.db, ctx.account, "create_own_key", input.once, ctx.now):
        raise KeyShown
    await accounts.lock_account(ctx.db, ctx.account)
    if len(await accounts.list_keys(ctx.db, ctx.account, ctx.now)) >= MAX_KEYS:
        raise TooManyKeys
    key = make_key(test=input.test)
    expires_at = ctx.now + timedelta(days=input.days) if input.days else None
    number = await accounts.add_key(ctx.db, ctx.account, key, input.name, input.scopes, expires_at, ctx.now)
    await accounts.add_event(ctx.db, "created", ctx.now, ctx.address, account=ctx.account, key=number)
    await access_emails.tell_of_access(ctx, ctx.account, access_emails.API_KEY, input.name)
    return KeyCreated(id=number, key=key.text)


class Keys(DataModel):
    items: list[Key]


@action(scope=PERSON, read_only=True)
async def list_keys(ctx: Context) -> Keys:
    """List active API keys, newest first, without their secrets."""
    return Keys(items=await accounts.list_keys(ctx.db, ctx.account, ctx.now))
