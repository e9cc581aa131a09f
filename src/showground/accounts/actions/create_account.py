"""Make an account for a person."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground.accounts import store
from showground.core.context import Context
from showground.core.failures import Failure
from showground.core.mail_address import MailAddress
from showground.core.operation import STAFF, Input, action


class CreateAccount(Input):
    email: MailAddress
    name: Annotated[str, Field(min_length=1, max_length=160)]
    staff: bool = False


class AccountCreated(BaseModel):
    id: int


class AccountExists(Failure):
    """An account with this email address exists already."""


@action(scope=STAFF, failures=(AccountExists,))
async def create_account(ctx: Context, input: CreateAccount) -> AccountCreated:
    """Make an account for a person, who then signs in with this address."""
    account = await store.add_account(ctx.db, input.email, input.name, staff=input.staff, demo=False, at=ctx.now)
    if account is None:
        raise AccountExists
    return AccountCreated(id=account)
