"""Change the name that goes with an account."""

from typing import Annotated

from pydantic import AfterValidator, Field

from showground.accounts import store
from showground.accounts.models import Account
from showground.accounts.rules import trim
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action


class RenameAccount(Input):
    name: Annotated[str, Field(max_length=160), AfterValidator(trim)]


@action(scope=PERSON)
async def rename_account(ctx: Context, input: RenameAccount) -> Account:
    """Change your name."""
    await store.rename(ctx.db, ctx.account, input.name)
    return await store.get_account(ctx.db, ctx.account)
