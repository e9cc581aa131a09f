"""SQL on dumps and their chunks."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb

from showground.core.database.pool import Connection

NEWEST = """
select id, begun_at as made_at, after_event, sha256, bytes, counts from dump
where finished_at is not null and (%(id)s::bigint is null or id = %(id)s) order by id desc limit 1
"""


@dataclass(frozen=True, slots=True)
class StoredDump:
    """A dump that is complete."""

    id: int
    made_at: datetime
    after_event: int
    sha256: bytes
    bytes: int
    counts: dict[str, Any]


async def begin_dump(db: Connection, after_event: int, at: datetime) -> int:
    [(number,)] = await db.all(
        "insert into dump (begun_at, after_event) values (%s, %s) returning id", (at, after_event)
    )
    return number


async def add_chunk(db: Connection, dump: int, position: int, content: bytes) -> None:
    await db.execute(
        "insert into dump_chunk (dump_id, position, content) values (%s, %s, %s)", (dump, position, content)
    )


async def finish_dump(
    db: Connection, dump: int, *, sha256: bytes, size: int, counts: dict[str, int], at: datetime
) -> None:
    await db.execute(
        "update dump set finished_at = %s, sha256 = %s, bytes = %s, counts = %s where id = %s",
        (at, sha256, size, Jsonb(counts), dump),
    )


async def find_dump(db: Connection, dump: int | None = None) -> StoredDump | None:
    """The newest complete dump, or this one."""
    return await db.one_as(StoredDump, NEWEST, {"id": dump})


async def read_chunk(db: Connection, dump: int, position: int) -> bytes | None:
    row = await db.one("select content from dump_chunk where dump_id = %s and position = %s", (dump, position))
    return row[0] if row else None
