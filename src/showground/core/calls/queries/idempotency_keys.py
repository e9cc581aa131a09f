"""SQL on idempotency keys."""

from dataclasses import dataclass
from datetime import datetime

from showground.core.database.pool import Connection


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """A key of one account for one operation, with the request it was sent with."""

    account: int
    operation: str
    key: str
    fingerprint: bytes


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """The answer to the first request with a key, and the fingerprint of that request."""

    fingerprint: bytes
    body: bytes


async def add(db: Connection, key: IdempotencyKey, now: datetime, *, expired: datetime) -> bool:
    """Store a key that is new or expired; returns False if it is in use."""
    row = await db.one(
        """
        insert into idempotency_key as kept (account_id, operation, key, fingerprint, created_at)
        values (%(account)s, %(operation)s, %(key)s, %(fingerprint)s, %(now)s)
        on conflict (account_id, operation, key) do update
        set fingerprint = excluded.fingerprint, created_at = excluded.created_at, body = null
        where kept.created_at <= %(expired)s
        returning true
        """,
        {
            "account": key.account,
            "operation": key.operation,
            "key": key.key,
            "fingerprint": key.fingerprint,
            "now": now,
            "expired": expired,
        },
    )
    return row is not None


async def find_answer(db: Connection, key: IdempotencyKey, *, since: datetime) -> StoredAnswer | None:
    return await db.one_as(
        StoredAnswer,
        """
        select fingerprint, body from idempotency_key
        where account_id = %s and operation = %s and key = %s and created_at > %s and body is not null
        """,
        (key.account, key.operation, key.key, since),
    )


async def set_answer(db: Connection, key: IdempotencyKey, body: bytes) -> None:
    await db.execute(
        "update idempotency_key set body = %s where account_id = %s and operation = %s and key = %s",
        (body, key.account, key.operation, key.key),
    )


async def delete_of_account(db: Connection, account: int) -> None:
    await db.execute("delete from idempotency_key where account_id = %s", (account,))
