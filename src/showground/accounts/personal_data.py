"""Deletes an account with everything that belongs only to it."""

from showground.accounts.personal_data_holders import Holdings
from showground.accounts.queries import accounts, people, sign_ins
from showground.core.calls.context import Context
from showground.core.calls.queries import idempotency_keys
from showground.core.database.pool import Connection
from showground.core.mail import queries as outbox


async def forget_person(ctx: Context) -> None:
    """Delete the caller's account and everything that is only theirs."""
    for holding in (ctx.services.find(Holdings) or Holdings()).items:
        if holding.forget is not None:
            await holding.forget(ctx)
    await forget_own(ctx.db, ctx.account)


async def forget_own(db: Connection, account: int) -> None:
    """Delete the account with all rows that belong only to it, and data stored under its id or email address."""
    person = await accounts.get_account(db, account)
    await idempotency_keys.delete_of_account(db, account)
    await outbox.forget_to(db, person.email)
    await outbox.forget_block(db, person.email)
    await sign_ins.forget_links(db, person.email)
    await people.cancel_invitation(db, person.email)
    await accounts.delete_account(db, account)
