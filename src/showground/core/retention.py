"""What is forgotten once it has had its time, and after how long: said once, for jobs and for `docs/retention.md`."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import LiteralString

from psycopg import sql

from showground.core.database.pool import Database

AT_ONCE = 1_000  # rows in one transaction, so that nobody waits for long behind it
DELETE = sql.SQL("delete from {table} where ctid = any(array(select ctid from {table} where {ended} limit %(most)s))")


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionRule:
    """Rows of one table that are deleted some time after something happened to them."""

    what: str
    table: LiteralString
    ended: LiteralString = ""  # which rows are to go; `%(before)s` is now less the time that they are kept
    life: timedelta = timedelta()
    since: str  # what happened, as in "kept for 30 days after it was sent"
    time: str = ""  # the life in words, where days would say it badly
    statement: LiteralString | None = None  # deletes a batch, where rows of other tables go with it


async def forget(database: Database, kept: Iterable[RetentionRule], now: datetime) -> int:
    """Delete what has had its time, a batch at a time; returns how many rows went."""
    gone = 0
    for rows in kept:
        statement = (
            sql.SQL(rows.statement)
            if rows.statement
            else DELETE.format(table=sql.SQL(rows.table), ended=sql.SQL(rows.ended))
        )
        batch = AT_ONCE
        while batch == AT_ONCE:
            async with database.transaction() as db:
                done = await db.execute(statement, {"before": now - rows.life, "most": AT_ONCE})
                batch = done.rowcount
            gone += batch
    return gone


def describe(kept: Iterable[RetentionRule]) -> str:
    """docs/retention.md."""
    rows = [
        f"| {one.what} | {(one.time or _say(one.life)) + ' after' if one.life else 'until'} {one.since} |"
        for one in kept
    ]
    return INTRO + "\n".join(["| what | kept |", "|---|---|", *rows]) + "\n" + REST


def _say(life: timedelta) -> str:
    hours = int(life.total_seconds() // 3600)
    number, unit = (hours // 24, "day") if hours % 24 == 0 and hours > 24 else (hours, "hour")
    return f"{number} {unit}{'' if number == 1 else 's'}"


INTRO = """# What is forgotten, and when

Jobs delete these rows by themselves, some at a time; `showground retention` prints this table. A backup keeps what it
held when it was made.

"""
REST = """
All else stays until somebody deletes it: accounts with what they own, listings and their newest versions, votes,
follows and reviews, counts of views and clicks by day, posts. When somebody deletes their account, what is theirs alone
goes with it. Paid orders, their documents and payments stay for the time above, since tax law wants them kept, and no
longer lead to an account.
"""
