"""SQL on the pictures that founders uploaded of themselves."""

import hashlib
from datetime import datetime

from showground.core.database.pool import Connection, changes
from showground.listings import media

PICTURE_PATH = "(select '/media/' || name from founder_picture where founder_id = founder.id)"


async def set_picture(db: Connection, founder: int, content: bytes, at: datetime) -> None:
    """Store a founder's picture, a WebP, instead of the one before. Its name says nothing about the person."""
    name = f"{hashlib.sha256(b'%d:%b' % (founder, content)).hexdigest()[:40]}.webp"
    await db.execute(
        """
        insert into founder_picture (founder_id, name, content, created_at) values (%s, %s, %s, %s)
        on conflict (founder_id) do update
        set name = excluded.name, content = excluded.content, created_at = excluded.created_at
        """,
        (founder, name, content, at),
    )
    changes(db, "founders")


async def remove_picture(db: Connection, founder: int) -> None:
    await db.execute("delete from founder_picture where founder_id = %s", (founder,))
    changes(db, "founders")


async def find_picture_path(db: Connection, founder: int) -> str | None:
    row = await db.one("select name from founder_picture where founder_id = %s", (founder,))
    return media.FOLDER + row[0] if row else None


async def find_picture_file(db: Connection, name: str) -> bytes | None:
    row = await db.one("select content from founder_picture where name = %s", (name,))
    return bytes(row[0]) if row else None


async def remove_pictures_of(db: Connection, account: int, *, but: int | None = None) -> None:
    """Delete the picture of the founder that an account is linked to, except if it is this one."""
    await db.execute(
        """
        delete from founder_picture using founder
        where founder.id = founder_id and account_id = %s and founder_id is distinct from %s
        """,
        (account, but),
    )
    changes(db, "founders")
