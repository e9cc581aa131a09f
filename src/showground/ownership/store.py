"""SQL on owned listings that wait for their week."""

from collections.abc import Sequence

from psycopg.types.json import Jsonb

from showground.core.database import Connection
from showground.ownership.models import BadgeCheck, Queue


async def find_queues(db: Connection, listings: Sequence[int]) -> dict[int, Queue]:
    """The places of those of these listings that wait on the free plan."""
    rows = await db.all(
        """
        select own.id, own.launch_week, count(*) filter (where other.queued_at <= own.queued_at), count(*)
        from listing own join listing other on other.launch_week = own.launch_week
            and other.plan = 'free' and other.status in ('awaiting_badge', 'scheduled')
        where own.id = any(%s) and own.plan = 'free' and own.status in ('awaiting_badge', 'scheduled')
        group by own.id
        """,
        (list(listings),),
    )
    return {number: Queue(week=week, place=place, waiting=waiting) for number, week, place, waiting in rows}


async def add_check(db: Connection, listing: int, check: BadgeCheck) -> None:
    """Keep what was seen when the badge was looked for."""
    await db.execute(
        "insert into badge_check (listing_id, at, seen) values (%s, %s, %s)",
        (listing, check.at, Jsonb(check.model_dump(mode="json"))),
    )


async def find_last_checks(db: Connection, listings: Sequence[int]) -> dict[int, BadgeCheck]:
    """The last look for the badge of each of these listings, if there was any."""
    rows = await db.all(
        "select distinct on (listing_id) listing_id, seen from badge_check where listing_id = any(%s)"
        " order by listing_id, at desc, id desc",
        (list(listings),),
    )
    return {number: BadgeCheck(**seen) for number, seen in rows}


async def begin_mailing(db: Connection, update: int) -> None:
    """Note that an update is to be mailed to followers."""
    await db.execute("insert into update_mailing (update_id) values (%s)", (update,))


async def hold_mailing(db: Connection, update: int) -> int | None:
    """The last follower who was mailed an update, held so that twins take turns; None if it is gone."""
    row = await db.one("select last_account from update_mailing where update_id = %s for update", (update,))
    return row[0] if row else None


async def note_mailed(db: Connection, update: int, last: int) -> None:
    await db.execute("update update_mailing set last_account = %s where update_id = %s", (last, update))
