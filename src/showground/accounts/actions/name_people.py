"""Say whose accounts these are."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground.accounts import store
from showground.accounts.models import Account
from showground.core.context import Context
from showground.core.operation import STAFF, Input, action


class NamePeople(Input):
    accounts: Annotated[list[int], Field(max_length=1_000)]


class PeopleNamed(BaseModel):
    """Each account by its number; one that is gone is missing."""

    items: dict[int, Account]


@action(scope=STAFF, read_only=True)
async def name_people(ctx: Context, input: NamePeople) -> PeopleNamed:
    """Name the people behind accounts, for staff who decide about what they did."""
    found = await store.find_accounts(ctx.db, input.accounts)
    return PeopleNamed(items={account.id: account for account in found})
