"""A person's account: create, rename, export and delete it."""

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field

from showground.accounts import personal_data
from showground.accounts.models import Account
from showground.accounts.personal_data_holders import Holdings
from showground.accounts.queries import accounts
from showground.accounts.queries import accounts as store
from showground.accounts.rules import trim
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, STAFF, action
from showground.core.calls.errors import ApiError, FieldError, InvalidInput, NotFound
from showground.core.calls.models import Input
from showground.core.mail.address import MailAddress, fold


class RenameAccount(Input):
    name: Annotated[str, Field(max_length=160), AfterValidator(trim)]


@action(scope=PERSON)
async def rename_account(ctx: Context, input: RenameAccount) -> Account:
    """Change your name."""
    await accounts.rename(ctx.db, ctx.account, input.name)
    return await accounts.get_account(ctx.db, ctx.account)


class AccountExport(BaseModel):
    """By part; what it holds is each part's own."""

    parts: dict[str, Any]


@action(scope=PERSON, read_only=True)
async def export_account(ctx: Context) -> AccountExport:
    """Hand over everything that is kept of you, but for secrets, of which only fingerprints are."""
    own = await personal_data.export_own(ctx.db, ctx.account)
    others = ctx.services.find(Holdings) or Holdings()
    told = {holding.name: await holding.export(ctx.db, ctx.account) for holding in others.items}
    return AccountExport(parts=own | told)


class DeleteAccount(Input):
    email: Annotated[str, Field(max_length=254)]


class AccountDeleted(BaseModel):
    deleted: bool = True


@action(scope=PERSON, recent=True)
async def delete_account(ctx: Context, input: DeleteAccount) -> AccountDeleted:
    """Delete your account and what is yours alone; paid orders and their invoices stay, as the law asks.

    The mail address is typed once more, so that no click does it.
    """
    account = await accounts.get_account(ctx.db, ctx.account)
    if fold(input.email.strip()) != fold(account.email):
        raise InvalidInput(faults=[FieldError(field="email", message="This is not the address of your account.")])
    for holding in (ctx.services.find(Holdings) or Holdings()).items:
        if holding.forget is not None:
            await holding.forget(ctx)
    await personal_data.forget_own(ctx.db, ctx.account)
    return AccountDeleted()


class SetAccountEmail(Input):
    account: int
    email: MailAddress


class AccountEmail(BaseModel):
    email: str


class NoAccountOfThisNumber(NotFound):
    """No account has this number; `showground doctor` prints those that need another address."""


class AccountExists(ApiError):
    """An account with this email address exists already."""


@action(scope=STAFF, errors=(AccountExists, NoAccountOfThisNumber))
async def set_account_email(ctx: Context, input: SetAccountEmail) -> AccountEmail:
    """Set the address that an account signs in with. Accounts are never merged: one that is taken is refused."""
    owner = await accounts.find_account_id(ctx.db, input.email)
    if owner not in (None, input.account):
        raise AccountExists
    if not await accounts.set_email(ctx.db, input.account, input.email):
        raise NoAccountOfThisNumber
    return AccountEmail(email=input.email)


class CreateAccount(Input):
    email: MailAddress
    name: Annotated[str, Field(min_length=1, max_length=160)]
    staff: bool = False


class AccountCreated(BaseModel):
    id: int


@action(scope=STAFF, errors=(AccountExists,))
async def create_account(ctx: Context, input: CreateAccount) -> AccountCreated:
    """Make an account for a person, who then signs in with this address."""
    account = await accounts.add_account(ctx.db, input.email, input.name, staff=input.staff, demo=False, at=ctx.now)
    if account is None:
        raise AccountExists
    return AccountCreated(id=account)


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
