"""What launches do to listings: going live, and who may do what with one that is public."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from showground.catalog import documents
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


async def set_launch_week(db: Connection, listings: Sequence[int], week: date) -> None:
    """Show this as the launch week of listings that launch once more."""
    await documents.lock(db, list(listings))
    await db.execute("update listing set launch_week = %s where id = any(%s)", (week, list(listings)))
    await documents.encode(db, listings)
