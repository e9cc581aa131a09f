"""What launches do to listings: going live, and who may do what with one that is public."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from showground.catalog import documents
from showground.catalog.adding import Plan, Status
from showground.catalog.failures import NoSuchListing
from showground.core.database import Connection


@dataclass(frozen=True, slots=True)
class Held:
    """A public listing that nobody else changes until the end of the transaction."""

    id: int
    slug: str
    live: bool
    votes: int
    followers: int


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a listing stands: what an order changes."""

    id: int
    slug: str
    name: str
    status: Status
    plan: Plan
    unlocked: list[str]
    launch_week: date | None
    featured_until: datetime | None
    categories: list[str]  # slugs, the primary one first


async def hold(db: Connection, slug: str) -> Held:
    """Take a public listing before anything that is counted for it is changed, so that twins take turns."""
    row = await db.one(
        "select id, slug, status = 'live', votes, followers from public_listing where slug = %s for update", (slug,)
    )
    if row is None:
        raise NoSuchListing
    return Held(*row)


async def is_member(db: Connection, listing: int, account: int) -> bool:
    """Whether somebody owns a listing or was invited to it."""
    row = await db.one("select 1 from listing_member where listing_id = %s and account_id = %s", (listing, account))
    return row is not None


async def go_live(db: Connection, week: date, now: datetime) -> dict[int, date]:
    """Make live what is scheduled for this week, or was for an earlier one; gives the week planned for each."""
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
    await documents.refresh(db, list(planned))
    return planned


async def set_standing(
    db: Connection,
    listing: int,
    *,
    status: Status,
    plan: Plan,
    launch_week: date | None,
    unlock: Iterable[str] = (),
    relock: Iterable[str] = (),
    at: datetime,
) -> None:
    """Set where a listing stands; what is unlocked stays so, but for `relock`. Public at once if its status says so."""
    await documents.lock(db, [listing])
    await db.execute(
        """
        update listing set status = %(status)s, plan = %(plan)s, launch_week = %(week)s, updated_at = %(at)s,
            live_at = case when %(status)s = 'live' then coalesce(live_at, %(at)s) else live_at end,
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
            "at": at,
        },
    )
    await documents.refresh(db, [listing])


async def get_standing(db: Connection, listing: int) -> Standing | None:
    """Where a listing stands, held until the end of the transaction; None if it is gone."""
    await documents.lock(db, [listing])
    row = await db.one(
        """
        select id, slug, name, status, plan, unlocked, launch_week, featured_until,
            array(select c.slug from listing_category lc join category c on c.id = lc.category_id
                where lc.listing_id = listing.id order by lc.position)
        from listing where id = %s
        """,
        (listing,),
    )
    return Standing(*row) if row else None


async def count_free(db: Connection, weeks: Sequence[date]) -> dict[date, int]:
    """How many listings of the free plan have each of these weeks, public or not."""
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
    """Show this as the launch week of listings that launch once more."""
    await documents.lock(db, list(listings))
    await db.execute("update listing set launch_week = %s where id = any(%s)", (week, list(listings)))
    await documents.encode(db, listings)
