"""SQL on the announcement that all pages show."""

from datetime import datetime

from showground.blog.models import Announcement
from showground.core.database.pool import Connection, changes

TAG = "announcement"


async def find(db: Connection) -> Announcement | None:
    """The announcement, whether its time has come or not."""
    return await db.one_as(Announcement, "select number, body, url, begins_at, ends_at from announcement")


async def write(db: Connection, body: str, url: str | None, begins_at: datetime, ends_at: datetime | None) -> None:
    """Replace the announcement by another one, which people who have hidden the first see again."""
    await remove(db)
    await db.execute(
        "insert into announcement (body, url, begins_at, ends_at) values (%s, %s, %s, %s)",
        (body, url, begins_at, ends_at),
    )


async def remove(db: Connection) -> None:
    await db.execute("delete from announcement")
    changes(db, TAG)
