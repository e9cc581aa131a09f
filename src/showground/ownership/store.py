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
