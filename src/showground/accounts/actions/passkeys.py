"""Passkeys: add, list and remove them, and sign in with one."""

from typing import Annotated

from pydantic import AfterValidator, Field

from showground.accounts import access_emails, passkeys
from showground.accounts.actions.keys import NoSuchAccount
from showground.accounts.models import Options, Passkey
from showground.accounts.new_session import SignedIn, start_session
from showground.accounts.passkeys import PasskeyRefused, UsePasskeyFirst, check_may_change
from showground.accounts.queries import accounts
from showground.accounts.queries import passkeys as stored
from showground.accounts.rules import trim
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, PUBLIC, SITE_OWNER, action
from showground.core.calls.errors import ApiError, NotFound
from showground.core.calls.input_text import OPAQUE, Opaque
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.core.data_model import DataModel
from showground.core.mail.address import MailAddress


@action(scope=PUBLIC)
async def begin_passkey_sign_in(ctx: Context) -> Options:
    """Start a passkey sign-in. The answer does not reveal who has a passkey."""
    return Options(json_text=await passkeys.ask_to_sign_in(ctx.db, ctx.site, ctx.now))


class SignInWithPasskey(Input):
    credential: Annotated[str, Field(max_length=20_000), OPAQUE]
    next: Annotated[str, Field(max_length=8_000), OPAQUE] = "/"
    agent: Opaque = ""


@action(scope=PUBLIC, limit=Limit("sign-ins", 60, 3600), errors=(PasskeyRefused,))
async def sign_in_with_passkey(ctx: Context, input: SignInWithPasskey) -> SignedIn:
    """Sign in with the passkey that answered the challenge."""
    account = await passkeys.recognise(ctx.db, input.credential, ctx.site, ctx.now)
    return await start_session(ctx, account, "passkey", input.agent, input.next)


class Passkeys(DataModel):
    items: list[Passkey]


@action(scope=PERSON, read_only=True)
async def list_passkeys(ctx: Context) -> Passkeys:
    """List your passkeys, oldest first."""
    return Passkeys(items=await stored.list_passkeys(ctx.db, ctx.account))


class AddPasskey(Input):
    name: Annotated[str, Field(max_length=160), AfterValidator(trim)]
    credential: Annotated[str, Field(max_length=20_000), OPAQUE]


class PasskeyAdded(DataModel):
    added: bool = True


@action(scope=PERSON, recent=True, errors=(PasskeyRefused, UsePasskeyFirst))
async def add_passkey(ctx: Context, input: AddPasskey) -> PasskeyAdded:
    """Add a passkey that answered its challenge."""
    await check_may_change(ctx)
    await passkeys.register(ctx.db, ctx.account, input.name, input.credential, ctx.site, ctx.now)
    await accounts.add_event(ctx.db, "passkey_added", ctx.now, ctx.address, account=ctx.account)
    await access_emails.tell_of_access(ctx, ctx.account, access_emails.PASSKEY, input.name)
    return PasskeyAdded()


class RemovePasskeysOf(Input):
    email: MailAddress


class PasskeysOfRemoved(DataModel):
    removed: int


@action(scope=SITE_OWNER, log_commands=True, errors=(NoSuchAccount,))
async def remove_passkeys_of(ctx: Context, input: RemovePasskeysOf) -> PasskeysOfRemoved:
    """Remove all passkeys of an account, so that its owner can sign in by email and add a new one."""
    account = await accounts.find_account_id(ctx.db, input.email)
    if account is None:
        raise NoSuchAccount
    removed = await stored.remove_all(ctx.db, account)
    if removed:
        await accounts.add_event(ctx.db, "passkey_removed", ctx.now, ctx.address, account=account)
    return PasskeysOfRemoved(removed=removed)


class TooManyPasskeys(ApiError):
    """You have 20 passkeys. Remove one you no longer use before you add another."""


@action(scope=PERSON, recent=True, errors=(TooManyPasskeys, UsePasskeyFirst))
async def begin_passkey(ctx: Context) -> Options:
    """Start adding a passkey."""
    await check_may_change(ctx)
    if len(await stored.list_passkeys(ctx.db, ctx.account)) >= passkeys.MAX_PASSKEYS:
        raise TooManyPasskeys
    account = await accounts.get_account(ctx.db, ctx.account)
    return Options(json_text=await passkeys.ask_to_register(ctx.db, account, ctx.site, ctx.now))


class RemovePasskey(Input):
    passkey_id: int


class PasskeyRemoved(DataModel):
    removed: bool = True


class NoSuchPasskey(NotFound):
    """You have no passkey with this id. It may have been removed already."""


@action(scope=PERSON, recent=True, errors=(NoSuchPasskey, UsePasskeyFirst))
async def remove_passkey(ctx: Context, input: RemovePasskey) -> PasskeyRemoved:
    """Remove one of your passkeys. It can no longer be used to sign in."""
    await check_may_change(ctx)
    if not await stored.remove(ctx.db, ctx.account, input.passkey_id):
        raise NoSuchPasskey
    await accounts.add_event(ctx.db, "passkey_removed", ctx.now, ctx.address, account=ctx.account)
    return PasskeyRemoved()
