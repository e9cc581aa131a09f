"""SQL on owned listings that wait for their week."""

from collections.abc import Sequence
from datetime import datetime

from psycopg.types.json import Jsonb

from showground.core.database.pool import Connection, changes
from showground.ownership.models import BadgeCheck, QueuePosition
from showground.ownership.rules import FreePlan


async def find_queues(db: Connection, listings: Sequence[int]) -> dict[int, QueuePosition]:
    """The positions in the queue of the free plan, for those of these listings that wait in it."""
    rows = await db.all(
        """
        select own.id, own.launch_week,
            count(*) filter (
                where (coalesce(other.queued_at, other.created_at), other.id)
                    <= (coalesce(own.queued_at, own.created_at), own.id)
            ),
            count(*)
        from listing own join listing other on other.launch_week = own.launch_week
            and other.plan = 'free' and other.status in ('awaiting_badge', 'scheduled')
        where own.id = any(%s) and own.plan = 'free' and own.status in ('awaiting_badge', 'scheduled')
        group by own.id
        """,
        (list(listings),),
    )
    return {number: QueuePosition(week=week, place=place, waiting=waiting) for number, week, place, waiting in rows}


async def add_check(db: Connection, listing: int, check: BadgeCheck) -> None:
    """Store the result of a badge check."""
    await db.execute(
        "insert into badge_check (listing_id, at, seen) values (%s, %s, %s)",
        (listing, check.at, Jsonb(check.model_dump(mode="json"))),
    )


async def find_last_checks(db: Connection, listings: Sequence[int]) -> dict[int, BadgeCheck]:
    """The last badge check of each of these listings, if any."""
    rows = await db.all(
        "select distinct on (listing_id) listing_id, seen from badge_check where listing_id = any(%s)"
        " order by listing_id, at desc, id desc",
        (list(listings),),
    )
    return {number: BadgeCheck(**seen) for number, seen in rows}


async def begin_mailing(db: Connection, update: int) -> None:
    """Queue an update to be emailed to followers."""
    await db.execute("insert into update_mailing (update_id) values (%s)", (update,))


async def lock_mailing(db: Connection, update: int) -> int | None:
    """The last follower who was emailed an update, locked until the transaction ends; None if it was deleted."""
    row = await db.one("select last_account from update_mailing where update_id = %s for update", (update,))
    return row[0] if row else None


async def note_mailed(db: Connection, update: int, last: int) -> None:
    await db.execute("update update_mailing set last_account = %s where update_id = %s", (last, update))


async def get_free_plan(db: Connection) -> FreePlan:
    row = await db.one("select first_week, last_week, places from free_plan")
    assert row is not None  # noqa: S101 - the migration adds the only row  # nosec B101
    return FreePlan(*row)


async def set_free_plan(db: Connection, plan: FreePlan) -> None:
    await db.execute(
        "update free_plan set first_week = %s, last_week = %s, places = %s",
        (plan.first_week, plan.last_week, plan.places),
    )
    changes(db, "free-plan")


async def watch_badge(db: Connection, listing: int, looks: int, next_at: datetime) -> None:
    """Schedule the next badge check, after this many failed checks in a row."""
    await db.execute(
        """
        insert into badge_watch (listing_id, looks, next_at) values (%(listing)s, %(looks)s, %(next_at)s)
        on conflict (listing_id) do update set looks = excluded.looks, next_at = excluded.next_at,
            gone_told_at = case when excluded.looks = 0 then null else badge_watch.gone_told_at end
        """,
        {"listing": listing, "looks": looks, "next_at": next_at},
    )


async def find_watch(db: Connection, listing: int) -> tuple[int, bool] | None:
    """How many badge checks failed in a row, and whether the owner was emailed; None if no check is scheduled."""
    row = await db.one("select looks, gone_told_at is not null from badge_watch where listing_id = %s", (listing,))
    return (row[0], row[1]) if row else None


async def note_owner_notified(db: Connection, listing: int, at: datetime) -> None:
    await db.execute("update badge_watch set gone_told_at = %s where listing_id = %s", (at, listing))


async def end_watch(db: Connection, listing: int) -> None:
    await db.execute("delete from badge_watch where listing_id = %s", (listing,))


async def find_due_watches(db: Connection, now: datetime, after: int, most: int) -> list[int]:
    """Listings after this id whose badge check is due."""
    rows = await db.all(
        "select listing_id from badge_watch where next_at <= %s and listing_id > %s order by listing_id limit %s",
        (now, after, most),
    )
    return [number for (number,) in rows]


async def list_checks(db: Connection, listing: int, most: int) -> list[BadgeCheck]:
    """The badge checks of a listing, newest first."""
    rows = await db.all(
        "select seen from badge_check where listing_id = %s order by at desc, id desc limit %s", (listing, most)
    )
    return [BadgeCheck(**seen) for (seen,) in rows]
