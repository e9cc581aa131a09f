"""Merging two accounts of one person."""

from showground.accounts import personal_data
from showground.accounts.actions.people import get_person, get_without_role
from showground.accounts.people_errors import HasRole, NoSuchPerson, SameAccount
from showground.accounts.people_models import Person
from showground.accounts.personal_data_holders import Holdings
from showground.accounts.queries import merge
from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.models import Input
from showground.core.mail.templates import send_mail


class MergeAccounts(Input):
    account: int
    into: int


@action(scope=STAFF, log_commands=True, errors=(NoSuchPerson, HasRole, SameAccount))
async def merge_accounts(ctx: Context, input: MergeAccounts) -> Person:
    """Merge an account into another one of the same person. Everything moves, except what signs in: sessions, keys,
    apps, webhooks and passkeys of the merged account end, so that they don't open what they were not given for."""
    if input.account == input.into:
        raise SameAccount
    for number in sorted((input.account, input.into)):  # always in the same order, so that two merges don't deadlock
        await get_person(ctx, number, lock=True)
    gone, into = await get_without_role(ctx, input.account), await get_person(ctx, input.into)
    await merge.move_rows(ctx.db, gone.id, into.id)
    for holding in (ctx.services.find(Holdings) or Holdings()).items:
        if holding.merge is not None:
            await holding.merge(ctx, gone.id, into.id)
    await personal_data.forget_own(ctx.db, gone.id)
    for person in (gone, into):
        if not person.demo:
            await send_mail(ctx, person.email, "accounts_merged", gone=gone.email, into=into.email)
    return await get_person(ctx, into.id)
