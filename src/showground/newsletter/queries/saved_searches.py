"""SQL on saved searches."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from psycopg.types.json import Jsonb

from showground.core.database.pool import Connection
from showground.newsletter.models import Every, SavedSearch


@dataclass(frozen=True, slots=True)
class DueSearch:
    """A saved search that is to be run, locked."""

    id: int
    account_id: int
    search: dict[str, str]
    every: Every
    token: UUID
    checked_at: datetime


async def add_search(
    db: Connection, account: int, search: dict[str, str], every: Every, now: datetime, due_at: datetime
) -> None:
    """Save a search; saving it again changes how often it is emailed."""
    await db.execute(
        """
        insert into saved_search (account_id, search, every, created_at, checked_at, due_at)
        values (%(account)s, %(search)s, %(every)s, %(now)s, %(now)s, %(due)s)
        on conflict (account_id, search) do update set every = excluded.every, due_at = excluded.due_at
        """,
        {"account": account, "search": Jsonb(search), "every": every, "now": now, "due": due_at},
    )


async def count_others(db: Connection, account: int, search: dict[str, str]) -> int:
    """How many other searches a person has saved."""
    row = await db.one(
        "select count(*) from saved_search where account_id = %s and search <> %s", (account, Jsonb(search))
    )
    return row[0] if row else 0


async def list_searches(db: Connection, account: int) -> list[SavedSearch]:
    return await db.all_as(
        SavedSearch,
        "select id, search, every, created_at from saved_search where account_id = %s order by id desc",
        (account,),
    )


async def drop_search(db: Connection, account: int, number: int) -> UUID | None:
    """The token of the search that was deleted."""
    row = await db.one("delete from saved_search where id = %s and account_id = %s returning token", (number, account))
    return row[0] if row else None


async def find_by_token(db: Connection, token: UUID) -> SavedSearch | None:
    return await db.one_as(
        SavedSearch, "select id, search, every, created_at from saved_search where token = %s", (token,)
    )


async def drop_by_token(db: Connection, token: UUID) -> None:
    await db.execute("delete from saved_search where token = %s", (token,))


async def lock_due(db: Connection, now: datetime) -> DueSearch | None:
    """The saved search that is due the longest and that no other worker runs."""
    return await db.one_as(
        DueSearch,
        """
        select id, account_id, search, every, token, checked_at from saved_search
        where due_at <= %s order by due_at, id limit 1 for update skip locked
        """,
        (now,),
    )


async def note_checked(db: Connection, number: int, now: datetime, due_at: datetime) -> None:
    await db.execute("update saved_search set checked_at = %s, due_at = %s where id = %s", (now, due_at, number))


async def find_live_since(db: Connection, slugs: Sequence[str], since: datetime, until: datetime) -> set[str]:
    """Which of these listings went live in this time."""
    rows = await db.all(
        "select slug from public_listing where slug = any(%s) and status = 'live' and live_at > %s and live_at <= %s",
        (list(slugs), since, until),
    )
    return {slug for (slug,) in rows}
