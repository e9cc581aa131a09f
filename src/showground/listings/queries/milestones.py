"""SQL on milestones."""

from datetime import date

from showground.core.database.pool import Connection
from showground.listings.profile_models import Milestone
from showground.listings.queries import public_profiles


async def add_milestone(
    db: Connection, listing: int, day: date, title: str, description: str | None, url: str | None
) -> Milestone:
    added = await db.one_as(
        Milestone,
        """
        insert into listing_milestone (listing_id, date, title, description, url) values (%s, %s, %s, %s, %s)
        returning id, date, title, description, url
        """,
        (listing, day, title, description, url),
    )
    assert added is not None  # noqa: S101 - an insert returns its row  # nosec B101
    await public_profiles.encode(db, [listing])
    return added


async def count_milestones(db: Connection, listing: int) -> int:
    row = await db.one("select count(*) from listing_milestone where listing_id = %s", (listing,))
    return row[0] if row else 0


async def delete_milestone(db: Connection, listing: int, milestone: int) -> bool:
    """Delete a milestone. Returns whether the listing had it."""
    gone = await db.execute("delete from listing_milestone where id = %s and listing_id = %s", (milestone, listing))
    await public_profiles.encode(db, [listing])
    return gone.rowcount == 1
