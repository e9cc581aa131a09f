"""What is kept of a person here, but for secrets, of which only fingerprints are; and letting go of all of it."""

from typing import Any

from showground.accounts.personal_data_holders import rows_of
from showground.accounts.queries import accounts, sign_ins
from showground.core.calls import idempotency
from showground.core.database.pool import Connection
from showground.core.mail import outbox


async def export_own(db: Connection, account: int) -> dict[str, Any]:
    person = await accounts.get_account(db, account)
    [own] = await rows_of(
        db, account, "select id, name, email, staff, created_at, muted_mails from account where id = %(account)s"
    )
    return {
        "account": own,
        "api_keys": await rows_of(
            db,
            account,
            """
            select id, name, hint, scopes, created_at, expires_at, revoked_at, last_used_at
            from api_key where account_id = %(account)s order by id
            """,
        ),
        "access_events": await rows_of(
            db,
            account,
            """
            select kind, api_key_id, way, address, at, times
            from access_event where account_id = %(account)s order by id
            """,
        ),
        "sessions": await rows_of(
            db,
            account,
            """
            select way, address, agent, created_at, last_seen_at, expires_at
            from session where account_id = %(account)s order by id
            """,
        ),
        "passkeys": await rows_of(
            db,
            account,
            "select name, created_at, last_used_at from passkey where account_id = %(account)s order by id",
        ),
        "mails": await outbox.list_to(db, person.email),
    }


async def forget_own(db: Connection, account: int) -> None:
    """With all rows that are nobody else's, and what is known by number or mail address alone."""
    person = await accounts.get_account(db, account)
    await idempotency.forget_account(db, account)
    await outbox.forget_to(db, person.email)
    await sign_ins.forget_links(db, person.email)
    await accounts.delete_account(db, account)
