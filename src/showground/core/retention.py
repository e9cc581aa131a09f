"""Retention rules: which rows are deleted, and when. Jobs apply them, and docs/retention.md is generated from them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import LiteralString

from showground.core.database.database import Database
from showground.core.database.expired_rows import delete_expired


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionRule:
    """Rows of one table that are deleted some time after an event, such as "30 days after they were sent"."""

    what: str
    table: LiteralString
    ended: LiteralString = ""  # condition for rows to delete; `%(before)s` is now minus `life`
    life: timedelta = timedelta()
    since: str  # the event, as in "they were sent"; follows "after", or "when" if there is no `life`
    time: str = ""  # `life` in words, if a number of days would read badly
    statement: LiteralString | None = None  # deletes a batch, if rows of other tables are deleted with it


async def forget(database: Database, kept: Iterable[RetentionRule], now: datetime) -> int:
    """Delete expired rows in batches; returns how many were deleted."""
    return sum(
        [await delete_expired(database, rule.table, rule.ended, now - rule.life, rule.statement) for rule in kept]
    )


def describe(kept: Iterable[RetentionRule]) -> str:
    """docs/retention.md."""
    rows = [
        f"| {one.what} | {(one.time or _say(one.life)) + ' after' if one.life else 'when'} {one.since} |"
        for one in kept
    ]
    return INTRO + "\n".join(["| data | deleted |", "|---|---|", *rows]) + "\n" + REST


def _say(life: timedelta) -> str:
    hours = int(life.total_seconds() // 3600)
    number, unit = (hours // 24, "day") if hours % 24 == 0 and hours > 24 else (hours, "hour")
    return f"{number} {unit}{'' if number == 1 else 's'}"


INTRO = """# Data retention

Jobs delete this data automatically, in small batches. `showground retention` prints this table. A backup still contains
everything that was stored when it was made.

"""
REST = """
Everything else is stored until someone deletes it: accounts and what they own, listings and their newest versions,
votes, follows, reviews, questions and answers, newsletter editions and subscriptions, launch alerts until the launch,
saved searches, saved listings, collections, blocked addresses, the numbers of views and clicks by day, and posts. When
people delete their account, everything that belongs only to them is deleted too; answers that they gave for a listing
stay without their name. Paid orders with their documents and payments are stored for the time above, because tax law
requires it, but are no longer linked to an account.
"""
