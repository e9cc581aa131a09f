"""Give an account another email address."""

from pydantic import BaseModel

from showground.accounts import store
from showground.accounts.actions.create_account import AccountExists
from showground.core.context import Context
from showground.core.failures import NotFound
from showground.core.mail_address import MailAddress
from showground.core.operation import STAFF, Input, action


class SetAccountEmail(Input):
    account: int
    email: MailAddress


class AccountEmail(BaseModel):
    email: str


class NoAccountOfThisNumber(NotFound):
    """No account has this number; `showground doctor` prints those that need another address."""


@action(scope=STAFF, failures=(AccountExists, NoAccountOfThisNumber))
async def set_account_email(ctx: Context, input: SetAccountEmail) -> AccountEmail:
    """Set the address that an account signs in with. Accounts are never merged: one that is taken is refused."""
    owner = await store.find_account_id(ctx.db, input.email)
    if owner not in (None, input.account):
        raise AccountExists
    if not await store.set_email(ctx.db, input.account, input.email):
        raise NoAccountOfThisNumber
    return AccountEmail(email=input.email)
