"""SQL on the operator's own words of emails."""

from datetime import datetime

from psycopg.errors import UndefinedTable

from showground.core.brand import EmailWords
from showground.core.database.pool import Connection


async def list_words(db: Connection) -> dict[str, EmailWords]:
    """All that staff wrote, by kind; nothing before the schema has them."""
    try:
        rows = await db.all("select kind, subject, body from email_words")
    except UndefinedTable:
        return {}
    return {kind: EmailWords(subject, body) for kind, subject, body in rows}


async def write(db: Connection, kind: str, words: EmailWords, by: int | None, at: datetime) -> None:
    await db.execute(
        """
        insert into email_words (kind, subject, body, updated_at, updated_by) values (%s, %s, %s, %s, %s)
        on conflict (kind) do update set subject = excluded.subject, body = excluded.body,
            updated_at = excluded.updated_at, updated_by = excluded.updated_by
        """,
        (kind, words.subject, words.body, at, by),
    )


async def delete(db: Connection, kind: str) -> bool:
    return (await db.execute("delete from email_words where kind = %s", (kind,))).rowcount == 1
