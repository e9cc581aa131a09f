"""SQL on accounts as personal data, for an export. Of secrets only fingerprints are stored, and none is exported."""

from typing import Any, LiteralString

from psycopg.rows import dict_row

from showground.core.database.pool import Connection
from showground.core.mail import queries as outbox


async def rows_of(db: Connection, account: int, query: LiteralString) -> list[dict[str, Any]]:
    """Rows for an export, by column; the query asks for `%(account)s`."""
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(query, {"account": account})
        return await cursor.fetchall()


async def export_own(db: Connection, account: int) -> dict[str, Any]:
    [own] = await rows_of(
        db,
        account,
        """
        select id, name, email, role, created_at, language, muted_mails, blocked_at, blocked_why
        from account where id = %(account)s
        """,
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
        "email_changes": await rows_of(
            db, account, "select email, expires_at from email_change where account_id = %(account)s"
        ),
        "passkeys": await rows_of(
            db,
            account,
            "select name, created_at, last_used_at from passkey where account_id = %(account)s order by id",
        ),
        "staff_invitations": await rows_of(
            db,
            account,
            """
            select i.email, i.role, i.created_at, i.expires_at from staff_invitation i
            join account own on own.id = %(account)s
            where invited_by = own.id or lower(i.email collate "C") = lower(own.email::text collate "C") order by i.id
            """,
        ),
        "mails": await outbox.list_to(db, own["email"]),
        "blocked_address": await outbox.export_block(db, own["email"]),
    }
