"""SQL on saved replies."""

from psycopg.errors import UniqueViolation

from showground.core.database.pool import Connection
from showground.upkeep.models import SavedReply


async def list_replies(db: Connection) -> list[SavedReply]:
    return await db.all_as(SavedReply, "select id, title, body from saved_reply order by title, id")


async def write(db: Connection, number: int | None, title: str, body: str) -> bool:
    """Add a reply, or change one. Returns whether the title is free and the reply exists."""
    try:
        async with db.transaction():
            if number is None:
                await db.execute("insert into saved_reply (title, body) values (%s, %s)", (title, body))
                return True
            changed = await db.execute(
                "update saved_reply set title = %s, body = %s where id = %s", (title, body, number)
            )
            return changed.rowcount == 1
    except UniqueViolation:
        return False


async def remove(db: Connection, number: int) -> bool:
    return (await db.execute("delete from saved_reply where id = %s", (number,))).rowcount == 1
