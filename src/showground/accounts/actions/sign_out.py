"""Sign out."""

from pydantic import BaseModel

from showground.accounts import signing_in, store
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action


class SignOut(Input):
    """Nothing is asked for."""


class SignedOut(BaseModel):
    signed_out: bool = True


@action(scope=PERSON)
async def sign_out(ctx: Context, input: SignOut) -> SignedOut:  # noqa: ARG001
    """End the session of this browser."""
    await signing_in.end_held_session(ctx)
    await store.add_event(ctx.db, "signed_out", ctx.now, ctx.address, account=ctx.account)
    return SignedOut()
