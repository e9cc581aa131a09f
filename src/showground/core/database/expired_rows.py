"""Deletes rows in batches."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, LiteralString

from psycopg import sql

from showground.core.database.database import Database

AT_ONCE = 1_000  # rows per transaction; small, so that its locks don't block others for long
DELETE = sql.SQL("delete from {table} where ctid = any(array(select ctid from {table} where {ended} limit %(most)s))")


async def delete_expired(
    database: Database, table: LiteralString, ended: LiteralString, before: datetime, statement: LiteralString | None
) -> int:
    """Delete the rows of a table for which `ended` is true; returns how many. `statement` replaces the usual one; both
    are given `%(before)s` and `%(most)s`."""
    delete = sql.SQL(statement) if statement else DELETE.format(table=sql.SQL(table), ended=sql.SQL(ended))
    values: Mapping[str, Any] = {"before": before, "most": AT_ONCE}
    gone, batch = 0, AT_ONCE
    while batch == AT_ONCE:
        async with database.transaction() as db:
            batch = (await db.execute(delete, values)).rowcount
        gone += batch
    return gone
