"""Delete one's account."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground.accounts import leaving, store
from showground.accounts.holdings import Holdings
from showground.core.context import Context
from showground.core.failures import Fault, InvalidInput
from showground.core.mail_address import fold
from showground.core.operation import PERSON, Input, action


class DeleteAccount(Input):
    email: Annotated[str, Field(max_length=254)]


class AccountDeleted(BaseModel):
    deleted: bool = True


@action(scope=PERSON, recent=True)
async def delete_account(ctx: Context, input: DeleteAccount) -> AccountDeleted:
    """Delete your account and what is yours alone; paid orders and their invoices stay, as the law asks.

    The mail address is typed once more, so that no click does it.
    """
    account = await store.get_account(ctx.db, ctx.account)
    if fold(input.email.strip()) != fold(account.email):
        raise InvalidInput(faults=[Fault(field="email", message="This is not the address of your account.")])
    for holding in (ctx.equipment.find(Holdings) or Holdings()).items:
        if holding.forget is not None:
            await holding.forget(ctx)
    await leaving.forget_own(ctx.db, ctx.account)
    return AccountDeleted()
