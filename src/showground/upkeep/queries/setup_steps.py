"""SQL on the steps of the setup assistant."""

from datetime import datetime

from showground.core.database.pool import Connection


async def list_done(db: Connection) -> list[str]:
    return [name for (name,) in await db.all("select name from setup_step order by name")]


async def mark(db: Connection, name: str, at: datetime, *, done: bool) -> None:
    if done:
        await db.execute(
            "insert into setup_step (name, done_at) values (%s, %s) on conflict (name) do nothing", (name, at)
        )
    else:
        await db.execute("delete from setup_step where name = %s", (name,))


async def is_test_sent(db: Connection) -> bool:
    """Whether a test email left, in the last 30 days."""
    row = await db.one("select 1 from outbox where template = 'setup_test' and sent_at is not null limit 1")
    return row is not None
