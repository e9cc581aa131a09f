"""Accounts: create, rename, export and delete them."""

from typing import Annotated, Any

from pydantic import AfterValidator, Field

from showground.accounts import personal_data
from showground.accounts.models import Account
from showground.accounts.personal_data_holders import Holdings
from showground.accounts.queries import accounts, people
from showground.accounts.queries import accounts as store
from showground.accounts.queries.personal_data import export_own
from showground.accounts.rules import trim
from showground.core.calls.context import Context
from showground.core.calls.declare import MODERATOR, PERSON, SITE_OWNER, action
from showground.core.calls.errors import ApiError, FieldError, InvalidInput, NotFound
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import Text
from showground.core.mail.address import MailAddress, fold


class RenameAccount(Input):
    name: Annotated[str, Field(max_length=160), AfterValidator(trim)]


@action(scope=PERSON)
async def rename_account(ctx: Context, input: RenameAccount) -> Account:
    """Change your name."""
    await accounts.rename(ctx.db, ctx.account, input.name)
    return await accounts.get_account(ctx.db, ctx.account)


class AccountExport(DataModel):
    """Personal data by domain; each domain decides what its part contains."""

    parts: dict[str, Any]


@action(scope=PERSON, read_only=True)
async def export_account(ctx: Context) -> AccountExport:
    """Export everything we store about you. Secrets are left out: we only store their hashes."""
    own = await export_own(ctx.db, ctx.account)
    others = ctx.services.find(Holdings) or Holdings()
    told = {holding.name: await holding.export(ctx.db, ctx.account) for holding in others.items}
    return AccountExport(parts=own | told)


class OnlySiteOwner(ApiError):
    """You are the only owner of this site. Make somebody else an owner at /admin/staff, then delete your account."""


class DeleteAccount(Input):
    email: Annotated[str, Field(max_length=254)]


class AccountDeleted(DataModel):
    deleted: bool = True


@action(scope=PERSON, recent=True, errors=(OnlySiteOwner,))
async def delete_account(ctx: Context, input: DeleteAccount) -> AccountDeleted:
    """Delete your account and everything that is only yours. Paid orders and invoices stay, as the law requires.

    You must type your email address again, so that a single click cannot do it.
    """
    account = await accounts.get_account(ctx.db, ctx.account)
    if fold(input.email.strip()) != fold(account.email):
        raise InvalidInput(
            errors=[
                FieldError(
                    field="email",
                    message=Text("This is not the email address of your account. Enter the address you sign in with."),
                )
            ]
        )
    await _keep_an_owner(ctx)
    await personal_data.forget_person(ctx)
    return AccountDeleted()


async def _keep_an_owner(ctx: Context) -> None:
    """Otherwise nobody could open the pages for owners any more, not even to make somebody else an owner."""
    person = await people.find_person(ctx.db, ctx.account)
    if person is not None and person.role == "owner":
        await people.lock_owners(ctx.db)
        if not await people.count_owners(ctx.db, but=ctx.account):
            raise OnlySiteOwner


class SetAccountEmail(Input):
    account: int
    email: MailAddress


class AccountEmail(DataModel):
    email: str


class NoAccountOfThisNumber(NotFound):
    """No account has this id. `showground doctor` prints those that need a new address."""


class AccountExists(ApiError):
    """An account with this email address already exists."""


@action(scope=SITE_OWNER, log_commands=True, errors=(AccountExists, NoAccountOfThisNumber))
async def set_account_email(ctx: Context, input: SetAccountEmail) -> AccountEmail:
    """Change the email address that an account signs in with. An address that another account has is rejected: merge
    the accounts instead."""
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
    """Whether the person runs the site: as its owner if it has none yet, otherwise as staff."""


class AccountCreated(DataModel):
    id: int


@action(scope=SITE_OWNER, log_commands=True, errors=(AccountExists,))
async def create_account(ctx: Context, input: CreateAccount) -> AccountCreated:
    """Create an account for a person, who then signs in with this email address."""
    role = None if not input.staff else "staff" if await people.count_owners(ctx.db, demo=False) else "owner"
    account = await accounts.add_account(ctx.db, input.email, input.name, role=role, demo=False, at=ctx.now)
    if account is None:
        raise AccountExists
    return AccountCreated(id=account)


class NamePeople(Input):
    accounts: Annotated[list[int], Field(max_length=1_000)]


class PeopleNamed(DataModel):
    """Accounts by id. Deleted accounts are missing."""

    items: dict[int, Account]


@action(scope=MODERATOR, read_only=True)
async def name_people(ctx: Context, input: NamePeople) -> PeopleNamed:
    """Show the names of accounts, for staff who review what they did."""
    found = await store.find_accounts(ctx.db, input.accounts)
    return PeopleNamed(items={account.id: account for account in found})
