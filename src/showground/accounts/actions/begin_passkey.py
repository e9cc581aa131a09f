"""Begin to add a passkey."""

from showground.accounts import passkeys, store
from showground.accounts.models import Options
from showground.accounts.passkeys import UsePasskeyFirst, check_may_change
from showground.core.context import Context
from showground.core.failures import Failure
from showground.core.operation import PERSON, Input, action


class BeginPasskey(Input):
    """Nothing is asked for."""


class TooManyPasskeys(Failure):
    """You have 20 passkeys. Remove one that you no longer use before you add another."""


@action(scope=PERSON, recent=True, failures=(TooManyPasskeys, UsePasskeyFirst))
async def begin_passkey(ctx: Context, input: BeginPasskey) -> Options:  # noqa: ARG001
    """Say what a new passkey has to sign."""
    await check_may_change(ctx)
    if len(await passkeys.list_passkeys(ctx.db, ctx.account)) >= passkeys.MOST_PASSKEYS:
        raise TooManyPasskeys
    account = await store.get_account(ctx.db, ctx.account)
    return Options(json_text=await passkeys.ask_to_register(ctx.db, account, ctx.site, ctx.now))
