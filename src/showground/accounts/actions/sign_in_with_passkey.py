"""Sign in with a passkey."""

from typing import Annotated

from pydantic import Field

from showground.accounts import passkeys
from showground.accounts.new_session import SignedIn, start_session
from showground.accounts.passkeys import PasskeyRefused
from showground.core.context import Context
from showground.core.limits import Limit
from showground.core.operation import PUBLIC, Input, action
from showground.core.texts import OPAQUE, Opaque


class SignInWithPasskey(Input):
    credential: Annotated[str, Field(max_length=20_000), OPAQUE]
    next: Annotated[str, Field(max_length=8_000), OPAQUE] = "/"
    agent: Opaque = ""


@action(scope=PUBLIC, limit=Limit("sign-ins", 60, 3600), failures=(PasskeyRefused,))
async def sign_in_with_passkey(ctx: Context, input: SignInWithPasskey) -> SignedIn:
    """Begin a session for whoever's passkey has signed."""
    account = await passkeys.recognise(ctx.db, input.credential, ctx.site, ctx.now)
    return await start_session(ctx, account, "passkey", input.agent, input.next)
