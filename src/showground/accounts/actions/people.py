"""People as staff see them: search, what an account owns and did, signing it out, blocking and deleting it."""

from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from showground.accounts import personal_data, rules
from showground.accounts.people_errors import HasRole, NoSuchPerson
from showground.accounts.people_models import Person, PersonState, RecordTable
from showground.accounts.personal_data_holders import Holdings
from showground.accounts.queries import accounts, people, sign_ins
from showground.accounts.queries.personal_data import export_own
from showground.core.calls.context import Access, Context
from showground.core.calls.declare import MODERATOR, SITE_OWNER, STAFF, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import SEARCH_WORDS, StaffMessage
from showground.core.calls.models import Input
from showground.core.calls.paging import Page, Paged
from showground.core.data_model import DataModel
from showground.core.languages import Text
from showground.core.mail.address import fold
from showground.core.mail.templates import send_mail


class ListPeople(Paged):
    q: Annotated[str | None, Field(max_length=200), SEARCH_WORDS] = None
    state: PersonState | None = None


@action(scope=MODERATOR, read_only=True)
async def list_people(ctx: Context, input: ListPeople) -> Page[Person]:
    """List accounts, newest first. `q` is part of a name or an email address, or an account's number."""
    items, total = await people.find_people(ctx.db, input.q, input.state, skip=input.offset, most=input.per_page)
    return Page(items=items, page=input.page, per_page=input.per_page, total=total)


class OfPerson(Input):
    account: int


@action(scope=MODERATOR, read_only=True, errors=(NoSuchPerson,))
async def show_person(ctx: Context, input: OfPerson) -> Person:
    """Show an account."""
    return await get_person(ctx, input.account)


class FindPerson(Input):
    email: str


@action(scope=SITE_OWNER, read_only=True, errors=(NoSuchPerson,))
async def find_person(ctx: Context, input: FindPerson) -> Person:
    """Find an account by its email address."""
    account = await accounts.find_account_id(ctx.db, input.email)
    return await get_person(ctx, account or 0)


class Records(DataModel):
    """Everything we store about a person, as in their own export."""

    items: list[RecordTable]


@action(scope=STAFF, read_only=True, errors=(NoSuchPerson,))
async def list_records(ctx: Context, input: OfPerson) -> Records:
    """Show what an account owns and did: what its owner can export, table by table, without secrets."""
    await get_person(ctx, input.account)
    parts: dict[str, Any] = await export_own(ctx.db, input.account)
    for holding in (ctx.services.find(Holdings) or Holdings()).items:
        exported = await holding.export(ctx.db, input.account)
        parts[holding.name] = holding.show(exported) if holding.show else exported
    return Records(items=[RecordTable(name=name, rows=rows) for name, rows in rules.record_tables(parts)])


class PersonSignedOut(DataModel):
    ended: int


@action(scope=MODERATOR, log_commands=True, errors=(NoSuchPerson, HasRole))
async def sign_out_person(ctx: Context, input: OfPerson) -> PersonSignedOut:
    """End all sessions of an account. They stop working immediately; API keys and apps keep working."""
    person = await get_person(ctx, input.account)
    by = ctx.access  # None for a command
    if person.role is not None and by is not None and by.account != person.id and SITE_OWNER not in by.scopes:
        raise HasRole
    return PersonSignedOut(ended=await sign_ins.end_other_sessions(ctx.db, input.account, None))


class BlockPerson(Input):
    """The account, and the reason, which is emailed to it. Without one, no email is sent."""

    account: int
    why: StaffMessage | None = None


@action(scope=MODERATOR, log_commands=True, errors=(NoSuchPerson, HasRole))
async def block_person(ctx: Context, input: BlockPerson) -> Person:
    """Block an account: sessions, API keys, apps and webhooks end, and so do its drafts and listings that are not live
    yet. Its public collections are hidden."""
    person = await get_without_role(ctx, input.account)
    if person.blocked_at is None:
        await people.block(ctx.db, person.id, input.why, ctx.now)
        for holding in (ctx.services.find(Holdings) or Holdings()).items:
            if holding.block is not None:
                await holding.block(ctx, person.id)
        if input.why is not None and not person.demo:
            await send_mail(ctx, person.email, "account_blocked", why=input.why)
    return await get_person(ctx, person.id)


class PersonUnblocked(DataModel):
    """An account that can sign in again, and how many listings were restored."""

    email: str
    restored: int


@action(scope=MODERATOR, log_commands=True, errors=(NoSuchPerson,))
async def unblock_person(ctx: Context, input: OfPerson) -> PersonUnblocked:
    """Let an account sign in again, and restore the listings that the block suspended. Its keys and apps stay
    ended, and its webhooks off."""
    person, restored = await get_person(ctx, input.account, lock=True), 0
    await people.unblock(ctx.db, person.id)
    for holding in (ctx.services.find(Holdings) or Holdings()).items:
        if holding.unblock is not None:
            restored += await holding.unblock(ctx, person.id)
    return PersonUnblocked(email=person.email, restored=restored)


class DeletePerson(Input):
    account: int
    email: Annotated[str, Field(max_length=254)]
    """Typed again, so that a single click can't do it."""


class PersonDeleted(DataModel):
    deleted: bool = True


@action(scope=STAFF, log_commands=True, errors=(NoSuchPerson, HasRole))
async def delete_person(ctx: Context, input: DeletePerson) -> PersonDeleted:
    """Delete an account and everything that is only its owner's, as they could themselves."""
    person = await get_without_role(ctx, input.account)
    if fold(input.email.strip()) != fold(person.email):
        message = Text("This is not the email address of the account.")
        raise InvalidInput(errors=[FieldError(field="email", message=message)])
    await personal_data.forget_person(replace(ctx, access=Access(person.id, "session", frozenset())))
    return PersonDeleted()


async def get_person(ctx: Context, account: int, *, lock: bool = False) -> Person:
    person = await people.find_person(ctx.db, account, lock=lock)
    if person is None:
        raise NoSuchPerson
    return person


async def get_without_role(ctx: Context, account: int) -> Person:
    """Somebody who may be blocked, deleted or merged. Only owners decide about those who run the site."""
    person = await get_person(ctx, account, lock=True)
    if person.role is not None:
        raise HasRole
    return person
