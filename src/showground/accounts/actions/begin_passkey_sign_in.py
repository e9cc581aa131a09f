"""Begin to sign in with a passkey."""

from showground.accounts import passkeys
from showground.accounts.models import Options
from showground.core.context import Context
from showground.core.operation import PUBLIC, Input, action


class BeginPasskeySignIn(Input):
    """Nothing is asked for."""


@action(scope=PUBLIC)
async def begin_passkey_sign_in(ctx: Context, input: BeginPasskeySignIn) -> Options:  # noqa: ARG001
    """Say what a passkey has to sign; nothing tells who has one."""
    return Options(json_text=await passkeys.ask_to_sign_in(ctx.db, ctx.site, ctx.now))
