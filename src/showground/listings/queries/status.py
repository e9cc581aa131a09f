"""SQL on the status of listings: plan, launch week, live, suspended, retired."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import LiteralString

from psycopg import sql

from showground.core.database.pool import Connection
from showground.listings.errors import NoSuchListing
from showground.listings.queries import public_profiles, slugs
from showground.listings.queries.new_listings import Plan, Status

# Whether `listing l` would be public, and waits for staff to approve it.
HELD: LiteralString = """
coalesce(l.review = 'waiting' and l.status = 'suspended' and l.suspended_from in ('scheduled', 'live'), false)
"""
# The columns of a ListingState, of `listing l`.
STANDING = sql.SQL(
    """
    l.id, l.slug, l.name, l.website, l.domain, l.status, l.plan, l.unlocked, l.launch_week, l.live_at, l.featured_until,
    {held} as held, l.review is not null as unseen, l.retired_at,
    array(
        select c.slug from listing_category lc join category c on c.id = lc.category_id
        where lc.listing_id = l.id order by lc.position
    ) as categories
    """
).format(held=sql.SQL(HELD))
FIND_STATE = sql.SQL("select {} from listing l where l.id = %s").format(STANDING)


@dataclass(frozen=True, slots=True)
class LockedListing:
    """A public listing, locked until the end of the transaction."""

    id: int
    slug: str
    live: bool
    votes: int
    followers: int


@dataclass(frozen=True, slots=True)
class ListingState:
    """The state of a listing."""

    id: int
    slug: str
    name: str
    website: str
    domain: str
    status: Status
    plan: Plan
    unlocked: list[str]
    launch_week: date | None
    live_at: datetime | None
    featured_until: datetime | None
    held: bool  # it would be public, and waits for staff to approve it
    unseen: bool  # it is in staff's queue of new listings
    retired_at: datetime | None
    categories: list[str]  # slugs, the primary one first


async def lock_listing(db: Connection, slug: str) -> LockedListing:
    """Lock a public listing before changing anything that is counted for it."""
    row = await db.one(
        """
        select id, slug, status = 'live', votes, followers from public_listing where slug = %s for no key update
        """,
        (slug,),
    )
    if row is None:
        present = await slugs.find_present_slug(db, slug)
        if present is None:
            raise NoSuchListing
        return await lock_listing(db, present)
    return LockedListing(*row)


async def go_live(db: Connection, week: date, now: datetime) -> dict[int, date]:
    """Publish listings scheduled for this week or an earlier one. Returns the planned week of each."""
    planned = dict(
        await db.all(
            """
            select id, launch_week from listing where status = 'scheduled' and launch_week <= %s
            order by id for update
            """,
            (week,),
        )
    )
    await db.execute(
        "update listing set status = 'live', live_at = %s, launch_week = %s, updated_at = %s where id = any(%s)",
        (now, week, now, list(planned)),
    )
    await public_profiles.refresh(db, list(planned))
    return planned


async def set_state(
    db: Connection,
    listing: int,
    *,
    status: Status,
    plan: Plan,
    launch_week: date | None,
    unlock: Iterable[str] = (),
    relock: Iterable[str] = (),
    queued_at: datetime | None = None,
    at: datetime,
) -> None:
    """Set a listing's status and week, and publish it if the status is public. Unlocked sections stay unlocked, except
    those in `relock`. A suspended listing gets the status once the suspension ends, a waiting one once it is approved.

    `queued_at`: since when it waits on the free plan, where that changes.
    """
    await public_profiles.lock(db, [listing])
    await db.execute(
        """
        update listing set plan = %(plan)s, launch_week = %(week)s, updated_at = %(at)s,
            status = case when status = 'suspended' then status
                when review = 'waiting' and %(status)s in ('scheduled', 'live') then 'suspended' else %(status)s end,
            suspended_from = case when %(status)s = 'suspended' then suspended_from
                when status = 'suspended' or review = 'waiting' and %(status)s in ('scheduled', 'live') then %(status)s
                else suspended_from end,
            live_at = case when %(status)s = 'live' and review is distinct from 'waiting'
                then coalesce(live_at, %(at)s) else live_at end,
            retired_at = null,
            queued_at = coalesce(%(queued_at)s, queued_at),
            unlocked = array(
                select distinct section from unnest(unlocked || %(unlock)s::text[]) as section
                where section <> all(%(relock)s::text[]) order by 1
            )
        where id = %(id)s
        """,
        {
            "id": listing,
            "status": status,
            "plan": plan,
            "week": launch_week,
            "unlock": list(unlock),
            "relock": list(relock),
            "queued_at": queued_at,
            "at": at,
        },
    )
    await public_profiles.refresh(db, [listing])


async def suspend(db: Connection, listing: int, at: datetime, *, by_block: bool = False) -> bool:
    """Suspend a listing. Returns whether that changed anything.

    `by_block`: because its owner is blocked, and until then. If staff suspend such a listing, it stays suspended.
    """
    changed = await db.execute(
        """
        update listing set suspended_from = case when status = 'suspended' then suspended_from else status end,
            status = 'suspended', suspended_by_block = %(by_block)s, updated_at = %(at)s
        where id = %(listing)s and (status <> 'suspended' or suspended_by_block and not %(by_block)s)
        """,
        {"listing": listing, "at": at, "by_block": by_block},
    )
    await public_profiles.refresh(db, [listing])
    return changed.rowcount == 1


async def unsuspend(db: Connection, listing: int, at: datetime) -> bool:
    """Reinstate a listing. Returns whether it was suspended."""
    changed = await db.execute(
        """
        update listing set status = suspended_from, suspended_from = null, suspended_by_block = false, updated_at = %s
        where id = %s and status = 'suspended' and suspended_from is not null
        """,
        (at, listing),
    )
    await public_profiles.refresh(db, [listing])
    return changed.rowcount == 1


async def find_state(db: Connection, listing: int, *, lock: bool = True) -> ListingState | None:
    """The state of any listing. `lock`: until the end of the transaction."""
    if lock:
        await public_profiles.lock(db, [listing])
    return await db.one_as(ListingState, FIND_STATE, (listing,))


async def find_overdue(db: Connection, week: date, after: int, most: int) -> list[int]:
    """Listings on the free plan, after this id, whose week has begun and whose badge was not found."""
    rows = await db.all(
        """
        select id from listing where status = 'awaiting_badge' and plan = 'free' and launch_week <= %s and id > %s
        order by id limit %s
        """,
        (week, after, most),
    )
    return [number for (number,) in rows]


async def count_free(db: Connection, weeks: Sequence[date]) -> dict[date, int]:
    """How many listings on the free plan have each of these weeks, public or not."""
    rows = await db.all(
        """
        select launch_week, count(*) from listing
        where plan = 'free' and status in ('awaiting_badge', 'scheduled', 'live') and launch_week = any(%s)
        group by launch_week
        """,
        (list(weeks),),
    )
    return dict.fromkeys(weeks, 0) | dict(rows)


async def set_launch_week(db: Connection, listings: Sequence[int], week: date) -> None:
    """Set the launch week of listings that relaunch."""
    await public_profiles.lock(db, list(listings))
    await db.execute("update listing set launch_week = %s where id = any(%s)", (week, list(listings)))
    await public_profiles.encode(db, listings)
