"""SQL on changes of an account's address that wait for confirmation."""

from datetime import datetime, timedelta

from showground.core.database.pool import Connection

LIVES = timedelta(hours=1)


async def replace_change(db: Connection, account: int, token_hash: bytes, email: str, expires_at: datetime) -> None:
    """Only the last link that a person requested works."""
    await forget_changes(db, account)
    await db.execute(
        "insert into email_change (hash, account_id, email, expires_at) values (%s, %s, %s, %s)",
        (token_hash, account, email, expires_at),
    )


async def find_change(db: Connection, account: int, token_hash: bytes, now: datetime) -> str | None:
    """The new address, if this account requested it; locked, so that it is used once."""
    row = await db.one(
        "select email from email_change where hash = %s and account_id = %s and expires_at > %s for update",
        (token_hash, account, now),
    )
    return row[0] if row else None


async def forget_changes(db: Connection, account: int) -> None:
    await db.execute("delete from email_change where account_id = %s", (account,))
